/**
 * A Pod's FailedScheduling Events: those that regard one revision of it are one series, whatever they say: client-go tools/
 * events/event_broadcaster.go recordToSink, getKey (v0.35). The second is written as the series' begin, later ones only
 * counted. Left out: the count is written once more when nothing came for six minutes, or after thirty.
 */
import type { Collection, World } from '../../kernel/kernel.ts';
import type { Pod } from '../../model/objects.ts';
import type { ApiRequest, ApiServer } from '../apiserver/apiserver.ts';
import { eventRequest, failedNote } from './messages.ts';
import { podKey, podNamespace } from './pod-info.ts';

/** The newest: the value in collection "scheduler/told", by Pod. */
interface Told {
  /** uid and revision of the Pod. */
  readonly regarding: string;
  /** Of the Event. */
  readonly name: string;
  readonly count: number;
  /** Tick of the newest of its series. */
  readonly last: number;
}

/** finishTime: a series is over when nothing came for so long. */
const FINISH_SECONDS = 360;

export class ToldFailures {
  private readonly told: Collection<Told>;

  constructor(
    private readonly world: World,
    private readonly apiServer: ApiServer,
  ) {
    this.told = world.collection('scheduler/told');
  }

  /** @returns what is to be sent, if anything */
  tell(pod: Pod, message: string, component: string): ApiRequest | undefined {
    const { world, apiServer, told } = this;
    const { uid = '', resourceVersion = '' } = pod.metadata;
    const regarding = `${uid} ${resourceVersion}`;
    const known = told.get(podKey(pod));
    const since = world.now - FINISH_SECONDS * world.options.ticksPerSecond;
    if (known?.regarding === regarding && known.last >= since) {
      const count = known.count + 1;
      told.set(podKey(pod), { ...known, count, last: world.now });
      return count > 2 ? undefined : seriesRequest(pod, known.name, count, apiServer.microTimestamp(world.now));
    }
    const request = eventRequest(apiServer, world.now, pod, failedNote(message), component);
    const { name } = (request.body as { readonly metadata: { readonly name: string } }).metadata;
    told.set(podKey(pod), { regarding, name, count: 1, last: world.now });
    return request;
  }
}

const seriesRequest = (pod: Pod, name: string, count: number, lastObservedTime: string): ApiRequest => ({
  verb: 'patch',
  resource: 'events',
  namespace: podNamespace(pod),
  name,
  patchType: 'strategic',
  body: { series: { count, lastObservedTime } },
});
