/**
 * Faults of the api-server and of the way to it. What stands is in collection "api-server faults"; a predicate is code, so
 * it is kept by its fault's id beside the collection: an id always has the same one.
 */
import { compareBytes, type Collection, type World } from '../../kernel/kernel.ts';
import type { ActiveFault } from './state-types.ts';

export const FAULTS = 'api-server faults';

export interface FaultRow {
  readonly kind: ActiveFault['kind'];
  readonly ticks: number;
  readonly since: number;
  /** A lifted cut stays known: what was under way when it began is lost. */
  readonly active: boolean;
}

type Predicate = (name: string) => boolean;

interface Known extends FaultRow {
  readonly matches: Predicate;
}

const NOBODY: Predicate = () => false;

export class Faults {
  private readonly rows: Collection<FaultRow>;
  private readonly predicates = new Map<string, Predicate>();
  /** Derived from the rows. */
  private known: readonly Known[] = [];

  constructor(private readonly world: World) {
    this.rows = world.collection<FaultRow>(FAULTS);
    world.onRestore('api-server faults', () => {
      this.rebuild();
    });
  }

  private rebuild(): void {
    const rows = [...this.rows.entries()].sort(([a], [b]) => compareBytes(a, b));
    this.known = rows.map(([id, row]) => ({ ...row, matches: this.predicates.get(id) ?? NOBODY }));
  }

  begin(id: string, kind: FaultRow['kind'], matches: Predicate, ticks: number): void {
    this.predicates.set(id, matches);
    this.rows.set(id, { kind, ticks, since: this.world.now, active: true });
    this.rebuild();
  }

  end(id: string): void {
    const row = this.rows.get(id);
    if (row?.active !== true) return;
    if (row.kind === 'cut') this.rows.set(id, { ...row, active: false });
    else this.rows.delete(id);
    this.rebuild();
  }

  /** Nothing was ever cut, slow or stalled. */
  get none(): boolean {
    return this.known.length === 0;
  }

  isCut(...names: readonly string[]): boolean {
    return this.known.some(({ kind, active, matches }) => kind === 'cut' && active && names.some(matches));
  }

  /** Did a cut begin, since `tick`, that concerns the client? What was under way is lost then. */
  wasCutSince(client: string, tick: number): boolean {
    return this.known.some(({ kind, since, matches }) => kind === 'cut' && since >= tick && matches(client));
  }

  /** Ticks by which events of the watch come later. */
  delayOf(watch: string): number {
    let ticks = this.cacheLag;
    for (const fault of this.known) {
      if (fault.kind === 'slow' && fault.matches(watch)) ticks = Math.max(ticks, fault.ticks);
    }
    return ticks;
  }

  isStalled(watch: string): boolean {
    return this.known.some(({ kind, matches }) => kind === 'stall' && matches(watch));
  }

  /** Ticks by which the watch cache is behind etcd. */
  get cacheLag(): number {
    let ticks = 0;
    for (const fault of this.known) if (fault.kind === 'slowCache') ticks = Math.max(ticks, fault.ticks);
    return ticks;
  }
}
