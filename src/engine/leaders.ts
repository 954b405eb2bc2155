/**
 * Who leads where several candidates could: kube-scheduler and kube-controller-manager run once a control-plane machine, and
 * one of each holds the Lease (client-go tools/leaderelection with the defaults of cmd/kube-scheduler, v1.37). Until a timeline
 * makes a leader lose its Lease nothing of it is simulated: renewals are noise. Then two candidates run. The leader's renewals
 * do not get through; it stops leading when its deadline is over, and its process exits; the other one takes the Lease when it
 * has not changed for its whole duration, and starts with cold caches. Left out: informers that run before a candidate leads.
 */
import type { Collection, World } from '../kernel/kernel.ts';
import { LANE } from '../model/events.ts';
import type { ApiServer } from '../components/apiserver/apiserver.ts';
import {
  createLeaderElector,
  DEFAULT_LEADER_ELECTION,
  type LeaderElector,
} from '../components/leaderelection/leaderelection.ts';
import { ELECTED } from './fault-targets.ts';
import type { Processes } from './processes.ts';

/** The value in collection "leaders", keyed by component. */
interface Leadership {
  /** The candidate whose process runs, or ran last. */
  readonly leader: string;
  /** vacant: nobody leads; failing: its renewals do not get through. */
  readonly state: 'first' | 'leading' | 'failing' | 'vacant';
}

export interface Leaders {
  /** Inside a pop that has its event: the leader of this component cannot renew its Lease any more. */
  change(component: string): void;
  /** Its Lease is lost and nobody has taken it yet: no process of it may run. */
  isVacant(component: string): boolean;
}

const MACHINES = ['control-plane-1', 'control-plane-2'] as const;
/**
 * A process that lost its Lease exits, and its machine's kubelet starts it again. Upstream's has another identity then, and so
 * waits for the Lease like everybody; here it comes back so much later than the other one was elected.
 */
const RESTART_SECONDS = 1;

/** Set-up only. @param mayStart does nothing else keep the process down? */
export function createLeaders(deps: {
  world: World;
  apiServer: ApiServer;
  processes: Processes;
  mayStart: (component: string) => boolean;
}): Leaders {
  const { world } = deps;
  const kept = world.collection<Leadership>('leaders');
  const elections = new Map(ELECTED.map((component) => [component, new Election(deps, component, kept)]));
  return {
    change: (component) => elections.get(component)?.change(),
    isVacant: (component) => kept.get(component)?.state === 'vacant',
  };
}

class Election {
  private readonly candidates: readonly LeaderElector[];
  private readonly second: number;

  constructor(
    private readonly deps: Parameters<typeof createLeaders>[0],
    private readonly component: string,
    private readonly kept: Collection<Leadership>,
  ) {
    this.second = deps.world.options.ticksPerSecond;
    this.candidates = MACHINES.map((machine) => this.candidate(`${machine}_${component}`));
  }

  private candidate(identity: string): LeaderElector {
    const { world, apiServer } = this.deps;
    return createLeaderElector({
      world,
      client: apiServer.connect(identity, LANE.controllers),
      microTimestamp: () => apiServer.microTimestamp(),
      lane: LANE.controllers,
      identity,
      lock: { namespace: 'kube-system', name: this.component },
      config: DEFAULT_LEADER_ELECTION,
      onStartedLeading: () => {
        this.onElected(identity);
      },
      onStoppedLeading: () => {
        this.onLost(identity);
      },
    });
  }

  change(): void {
    const { kept, component } = this;
    const state = kept.get(component)?.state;
    const [first, second] = this.candidates;
    if (state === undefined) {
      kept.set(component, { leader: first?.identity ?? '', state: 'first' });
      first?.start(0);
      second?.start(this.second);
    } else if (state === 'leading') {
      this.fail(kept.get(component)?.leader ?? '');
    }
  }

  /** What it sends reaches nobody; the rest of its process works on until it notices. */
  private fail(leader: string): void {
    this.kept.set(this.component, { leader, state: 'failing' });
    this.deps.apiServer.faults.cut(`lease of ${leader}`, (name) => name === leader);
  }

  private onElected(identity: string): void {
    const { kept, component, deps } = this;
    if (kept.get(component)?.state === 'first') {
      this.fail(identity);
      return;
    }
    kept.set(component, { leader: identity, state: 'leading' });
    this.candidates.find((one) => one.identity !== identity)?.start(RESTART_SECONDS * this.second);
    if (deps.mayStart(component)) deps.processes.start(component);
  }

  private onLost(identity: string): void {
    const { kept, component, deps } = this;
    kept.set(component, { leader: identity, state: 'vacant' });
    deps.processes.crash(component);
    deps.apiServer.faults.lift(`lease of ${identity}`);
  }
}
