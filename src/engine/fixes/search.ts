/** Drafts that let the Pod bind, the least disturbing first: single edits, then pairs where one does not suffice. */
import { PRIORITY_LEAST, proposeBlockers, proposePriority, REMOVAL_LEAST } from './blockers.ts';
import { diagnose } from './diagnosis.ts';
import type { Diagnosis } from './diagnosis.ts';
import { NODE_COST, proposeNode, proposeTaints, proposeUncordon } from './nodes.ts';
import { proposeObjects } from './objects.ts';
import { proposePlacement } from './placement.ts';
import { proposePodAffinity } from './pod-affinity.ts';
import { proposePorts } from './ports.ts';
import { necessaryEdits } from './queueing.ts';
import { proposeRequests, REQUESTS_LEAST, proposeResourceNames } from './resources.ts';
import { draftedInput, hostOf, NOTHING, tryDraft, withEdit } from './situation.ts';
import type { Draft, Edit, EditNote, Situation } from './situation.ts';
import { proposeSpread } from './spread.ts';

type Propose = (situation: Situation, draft: Draft, diagnosis: Diagnosis) => Edit[];

interface Proposer {
  readonly propose: Propose;
  /** No edit of it costs less: where only lighter drafts count, it is not asked. */
  readonly least: number;
}

/** A new way to help is one file and one row. */
const PROPOSERS: readonly Proposer[] = [
  { propose: proposePlacement, least: 0 },
  { propose: proposeResourceNames, least: 0 },
  { propose: proposeRequests, least: REQUESTS_LEAST },
  { propose: proposeObjects, least: 0 },
  { propose: proposeUncordon, least: 0 },
  { propose: proposeSpread, least: 0 },
  { propose: proposeTaints, least: 0 },
  { propose: proposePorts, least: 0 },
  { propose: proposePodAffinity, least: 0 },
  { propose: proposeBlockers, least: REMOVAL_LEAST },
  { propose: proposePriority, least: PRIORITY_LEAST },
  { propose: proposeNode, least: NODE_COST },
];

/** Two edits have to be lighter than this, or a single one is offered alone. */
const PAIR_COST = 4;
/** First edits that are tried with a second one. */
const FIRSTS_MAX = 14;
/** In a large cluster each look costs more. */
const LARGE = 1000;
const FIRSTS_MAX_LARGE = 5;

export interface Found {
  /** Drafts that bind, the least disturbing first. */
  readonly drafts: readonly Draft[];
  /** Single edits that do not help. */
  readonly tried: readonly EditNote[];
  /** Pairs that are heavier than the lightest single edit: for when no other draft stands the proof. */
  readonly heavierPairs: () => readonly Draft[];
}

/** Looks for drafts of one Pod; what was found out for a lower bound is not found out again for a higher one. */
export class Search {
  private readonly known = new Map<Draft, NextEdits>();

  constructor(private readonly situation: Situation) {}

  /** @param upTo only drafts that cost less are of interest */
  find(upTo = Infinity): Found {
    const { situation } = this;
    const base = this.base();
    if (base.notes.length > 0 && hostOf(tryDraft(situation, base)) !== undefined) {
      return { drafts: [base], tried: [], heavierPairs: () => [] };
    }
    const singles = this.next(base).lighterThan(upTo);
    const good = singles.filter(({ binds }) => binds).map(({ draft }) => draft);
    const partial = singles.filter(({ binds }) => !binds).map(({ draft }) => draft);
    const lightest = Math.min(upTo, ...good.map(({ cost }) => cost));
    const pairs = this.pairs(
      partial.filter(({ cost }) => cost + PAIR_COST < lightest),
      lightest,
    );
    return {
      drafts: distinct([...good, ...pairs]),
      tried: partial.flatMap(({ notes }) => notes.slice(-1)),
      heavierPairs: () => {
        const seen = new Set(pairs.map(idOf));
        return lightest === Infinity
          ? []
          : distinct(this.pairs(partial, upTo)).filter((draft) => !seen.has(idOf(draft)));
      },
    };
  }

  /** What has to be done in any case. */
  private readonly base = once(() => necessaryEdits(this.situation, NOTHING).reduce(withEdit, NOTHING));

  private next(draft: Draft): NextEdits {
    const known = this.known.get(draft) ?? new NextEdits(this.situation, draft);
    this.known.set(draft, known);
    return known;
  }

  /** Second edits to these firsts that let the Pod bind, where both together cost less than `upTo`. */
  private pairs(firsts: readonly Draft[], upTo: number): Draft[] {
    const limit = this.situation.input.nodes.length > LARGE ? FIRSTS_MAX_LARGE : FIRSTS_MAX;
    return firsts.slice(0, limit).flatMap((first) =>
      this.next(first)
        .lighterThan(upTo)
        .filter(({ binds }) => binds)
        .map(({ draft }) => draft),
    );
  }
}

/** One edit more. */
class Proposal {
  private readonly tried = once(() => hostOf(tryDraft(this.situation, this.draft)) !== undefined);

  constructor(
    private readonly situation: Situation,
    readonly draft: Draft,
  ) {}

  get binds(): boolean {
    return this.tried();
  }
}

/** Everything that could be changed next. */
class NextEdits {
  private readonly diagnosis = once(() => diagnose(draftedInput(this.situation, this.base)));
  private readonly known = new Map<Proposer, readonly Proposal[]>();

  constructor(
    private readonly situation: Situation,
    private readonly base: Draft,
  ) {}

  /** Where all edits together cost less than `upTo`; the lightest first. */
  lighterThan(upTo: number): Proposal[] {
    return PROPOSERS.filter(({ least }) => this.base.cost + least < upTo)
      .flatMap((proposer) => this.of(proposer))
      .filter(({ draft }) => draft.cost < upTo)
      .sort((a, b) => a.draft.cost - b.draft.cost);
  }

  private of(proposer: Proposer): readonly Proposal[] {
    const { situation, base } = this;
    const known = this.known.get(proposer);
    if (known !== undefined) return known;
    const found = proposer
      .propose(situation, base, this.diagnosis())
      .map((edit) => new Proposal(situation, withEdit(base, edit)));
    this.known.set(proposer, found);
    return found;
  }
}

function once<T extends object | boolean>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The lightest first. The same edits in another order are the same. */
function distinct(drafts: readonly Draft[]): Draft[] {
  const seen = new Set<string>();
  const sorted = [...drafts].sort((a, b) => a.cost - b.cost);
  return sorted.filter((draft) => {
    const key = idOf(draft);
    const fresh = !seen.has(key);
    seen.add(key);
    return fresh;
  });
}

export const idOf = ({ notes }: Draft): string =>
  notes
    .map(({ code, params }) => `${code}(${Object.values(params).join(' ')})`)
    .sort()
    .join('+');
