/** One informer of the engine on a scripted api-server, under a clock that a script moves. */
import {
  createSharedInformer,
  type InformerSettings,
  type SharedInformer,
} from '../../components/informer/informer.ts';
import { LANE } from '../../model/events.ts';
import { DEFAULT_LATENCIES } from '../../model/latencies.ts';
import { InformerClock } from './informer-clock.ts';
import { InformerServer } from './informer-server.ts';

export class InformerRig {
  readonly clock = new InformerClock();
  readonly server = new InformerServer(this.clock);
  readonly informer: SharedInformer;

  constructor(settings: Partial<InformerSettings>) {
    this.informer = createSharedInformer(
      {
        world: this.clock.world,
        client: this.server.client(),
        latencies: { ...DEFAULT_LATENCIES, informerPop: 0, handler: 0, watch: Infinity },
        generation: 'atomic',
        settings: { mode: 'list-watch', ...settings },
      },
      { process: 'script', resource: 'pods', lane: LANE.informers },
    );
  }

  start(): void {
    this.clock.begin();
    this.clock.act(() => this.informer.start());
  }
}
