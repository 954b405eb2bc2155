/**
 * When the change behind a slice happened: k8s.io/endpointslice trigger_time_tracker.go (v1.37), the earliest of the changes
 * that a sync sees and the one before did not.
 */
import type { Collection, World } from '../../../kernel/kernel.ts';
import type { Pod } from '../../../model/objects.ts';
import type { Service } from './endpoints.ts';

interface Seen {
  readonly service: string;
  /** Time of the Ready condition by Pod. */
  readonly pods: Readonly<Record<string, string>>;
}

const readySince = ({ status }: Pod): string | undefined =>
  status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime;

export class Triggers {
  private readonly seen: Collection<Seen>;

  constructor(world: World) {
    this.seen = world.collection('controllers/endpointslice/triggers');
  }

  /** @returns RFC 3339; undefined where nothing is newer than what was seen */
  take(key: string, service: Service, pods: readonly Pod[]): string | undefined {
    const before = this.seen.get(key);
    const created = service.metadata.creationTimestamp ?? '';
    const times = Object.fromEntries(pods.flatMap((pod) => pairOf(pod)));
    const changes = Object.entries(times)
      .filter(([name, time]) => time > (before?.pods[name] ?? ''))
      .map(([, time]) => time);
    if (created !== '' && created > (before?.service ?? '')) changes.push(created);
    this.seen.set(key, { service: created, pods: times });
    return changes.sort()[0];
  }

  forget(key: string): void {
    this.seen.delete(key);
  }
}

function pairOf(pod: Pod): (readonly [string, string])[] {
  const since = readySince(pod);
  return since === undefined ? [] : [[pod.metadata.name, since]];
}
