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
  /** Of drop and duplicate: how many events it still concerns. */
  readonly left?: number;
}

type Predicate = (name: string) => boolean;

interface Known extends FaultRow {
  readonly matches: Predicate;
}

/** Events of a watch wait in the server while one of these stands. */
const NOT_READ: ReadonlySet<ActiveFault['kind']> = new Set(['stall', 'pause', 'partition']);
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

  begin(id: string, kind: FaultRow['kind'], matches: Predicate, ticks: number, left?: number): void {
    this.predicates.set(id, matches);
    this.rows.set(id, { kind, ticks, since: this.world.now, active: true, ...(left === undefined ? {} : { left }) });
    this.rebuild();
  }

  /** What is to become of the next event of a watch: 1 = it goes, 0 = it is lost, 2 = it goes twice. Counts it. */
  copies(watch: string): 0 | 1 | 2 {
    if (this.none) return 1;
    const found = [...this.rows.entries()]
      .filter(
        ([id, { kind }]) => (kind === 'drop' || kind === 'duplicate') && this.predicates.get(id)?.(watch) === true,
      )
      .sort(([a], [b]) => compareBytes(a, b))[0];
    if (found === undefined) return 1;
    const [id, row] = found;
    const left = (row.left ?? 1) - 1;
    if (left > 0) this.rows.set(id, { ...row, left });
    else this.rows.delete(id);
    this.rebuild();
    return row.kind === 'drop' ? 0 : 2;
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

  /** Since when no byte passes between the client and the api-server, though its connection stands; undefined if it does. */
  silentSince(...names: readonly string[]): number | undefined {
    const ticks = this.known
      .filter(({ kind, matches }) => kind === 'partition' && names.some(matches))
      .map(({ since }) => since);
    return ticks.length === 0 ? undefined : Math.min(...ticks);
  }

  /** Its process reads nothing. */
  isPaused(client: string): boolean {
    return this.known.some(({ kind, matches }) => kind === 'pause' && matches(client));
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
    return this.known.some(({ kind, matches }) => NOT_READ.has(kind) && matches(watch));
  }

  /** Ticks by which the watch cache is behind etcd. */
  get cacheLag(): number {
    let ticks = 0;
    for (const fault of this.known) if (fault.kind === 'slowCache') ticks = Math.max(ticks, fault.ticks);
    return ticks;
  }
}
