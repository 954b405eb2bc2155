/** What an exploration has found: outcomes and troubles, each once, with the shortest way to it. */
import type { Endless } from './explore-endless.ts';
import type { FoundOutcome, LostUpdate, Pick, Spin, Trouble, Way } from './explore-types.ts';
import type { Outcome } from './machine-types.ts';
import type { RaceAccess } from './race.ts';
import type { Position } from './ast.ts';

/** A state by the way to it. */
export interface PathNode {
  readonly parent: PathNode | undefined;
  /** The step from the parent; undefined = nothing was open there. */
  readonly pick: Picked | undefined;
  /** At least as many steps as there are to the start: a shorter way may have been found to a state on it. */
  readonly depth: number;
}

export type Picked = Omit<Pick, 'step'>;

export const START: PathNode = { parent: undefined, pick: undefined, depth: 0 };

export function wayTo(node: PathNode): Way {
  const steps: (Picked | undefined)[] = [];
  for (let at = node; at.parent !== undefined; at = at.parent) steps.push(at.pick);
  steps.reverse();
  const picks = steps.flatMap((one, step) => (one === undefined ? [] : [{ step, ...one }]));
  return { picks, steps: steps.length };
}

type TroubleOf<T> = T extends Trouble ? Omit<T, keyof Way> : never;
type What = TroubleOf<Trouble>;

const place = (at: Position): string => `${at.line}:${at.column}`;
const access = ({ at, object, write }: RaceAccess): string => `${object} ${place(at)} ${String(write)}`;

/** Two troubles of one key are one. */
function keyOf(what: What): string {
  switch (what.kind) {
    case 'deadlock':
      return `deadlock ${what.waitStates.join()}`;
    case 'panic':
      return `panic ${what.text}`;
    case 'leak':
      return `leak ${what.state} ${place(what.at)}`;
    case 'lost-update':
      return `lost ${what.object} ${place(what.read)} ${place(what.write)} ${place(what.overwritten)}`;
    case 'data-race':
      return `race ${[access(what.first), access(what.second)].sort().join()}`;
    case 'hang':
      return 'hang';
    case 'endless':
      return `endless ${what.goroutine} ${place(what.at)}`;
  }
}

/** For each key what stands there, as a node of the way: written out only where it is asked for. */
interface Kept<T> {
  readonly what: T;
  readonly node: PathNode;
}

/** What is known of an outcome besides. */
interface Why {
  /** Goroutines that stay blocked for ever. */
  readonly leaks?: ReadonlySet<number>;
  /** Goroutines that run on and are never seen again. */
  readonly endless?: readonly Endless[];
  /** Goroutines that go round in what others could see. */
  readonly spins?: readonly Spin[];
}

export class Findings {
  private readonly ends = new Map<string, Kept<Omit<FoundOutcome, keyof Way>>>();
  private readonly trouble = new Map<string, Kept<What>>();

  outcome(outcome: Outcome, node: PathNode, why: Why = {}): void {
    const { exit, stdout, stderr, waitStates, leaked } = outcome;
    const { leaks, endless = [], spins = [] } = why;
    const stays = endless.map(({ goroutine, at }) => `${goroutine} ${place(at)}`);
    keep(this.ends, JSON.stringify([exit, stdout, stderr, waitStates, stays]), { outcome, endless }, node);
    if (waitStates.length > 0 || stderr.endsWith('deadlock!')) this.note({ kind: 'deadlock', waitStates }, node);
    else if (stderr !== '') this.note({ kind: 'panic', text: stderr }, node);
    if (exit === undefined && endless.length === 0) this.note({ kind: 'hang', spins }, node);
    for (const one of endless) this.note({ kind: 'endless', ...one }, node);
    for (const { goroutine, state, at } of leaked) {
      if (leaks?.has(goroutine) === true) this.note({ kind: 'leak', goroutine, state, at }, node);
    }
  }

  lost(lost: LostUpdate, node: PathNode): void {
    this.note({ kind: 'lost-update', ...lost }, node);
  }

  race(first: RaceAccess, second: RaceAccess, node: PathNode): void {
    this.note({ kind: 'data-race', first, second }, node);
  }

  private note(what: What, node: PathNode): void {
    keep(this.trouble, keyOf(what), what, node);
  }

  outcomes(): FoundOutcome[] {
    return [...this.ends.values()].map(({ what, node }) => ({ ...what, ...wayTo(node) }));
  }

  troubles(): Trouble[] {
    return [...this.trouble.values()].map(({ what, node }) => ({ ...what, ...wayTo(node) }));
  }
}

function keep<T>(found: Map<string, Kept<T>>, key: string, what: T, node: PathNode): void {
  const known = found.get(key);
  if (known === undefined || node.depth < known.node.depth) found.set(key, { what, node });
}
