/**
 * The processes of a cluster that can die: what each registered with the world is its group, so that a crash forgets all of
 * it, and a start begins where a real one does: with a list.
 */
import type { Collection, World } from '../kernel/kernel.ts';
import type { ApiServer } from '../components/apiserver/apiserver.ts';
import type { SharedInformer } from '../components/informer/informer.ts';

interface Process {
  readonly informers: SharedInformer[];
  /** What it does besides when it starts, before its informers list. */
  readonly onStart: (() => void)[];
}

export class Processes {
  private readonly byName = new Map<string, Process>();
  /** Those that died and have not started since. */
  private readonly dead: Collection<number>;

  constructor(
    private readonly world: World,
    private readonly apiServer: ApiServer,
  ) {
    this.dead = world.collection('processes dead');
  }

  get names(): readonly string[] {
    return [...this.byName.keys()];
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  /** Those of its informers: what it watches. */
  resourcesOf(name: string): readonly string[] {
    return (this.byName.get(name)?.informers ?? []).map(({ resource }) => resource);
  }

  /** Of all processes that live. */
  get liveInformers(): readonly SharedInformer[] {
    return [...this.byName].flatMap(([name, { informers }]) => (this.isDead(name) ? [] : informers));
  }

  /** Set-up: what `build` registers is the process's. */
  within<T>(name: string, build: () => T): T {
    this.of(name);
    return this.world.group(name, build);
  }

  addInformer(name: string, informer: SharedInformer): void {
    this.of(name).informers.push(informer);
  }

  onStart(name: string, start: () => void): void {
    this.of(name).onStart.push(start);
  }

  private of(name: string): Process {
    let process = this.byName.get(name);
    if (process === undefined) {
      process = { informers: [], onStart: [] };
      this.byName.set(name, process);
    }
    return process;
  }

  isDead(name: string): boolean {
    return this.dead.has(name);
  }

  /** Inside a pop. */
  crash(name: string): void {
    if (this.isDead(name)) return;
    this.dead.set(name, 1);
    for (const informer of this.of(name).informers) informer.stop();
    this.apiServer.faults.disconnect(name);
    this.world.discard(name);
  }

  /** Inside a pop, after a crash. */
  start(name: string): void {
    if (!this.dead.delete(name)) return;
    const { informers, onStart } = this.of(name);
    for (const start of onStart) start();
    for (const informer of informers) informer.start();
  }
}
