/** Drafts that let the Pod bind, the least disturbing first: single edits, then pairs where one does not suffice. */
import { proposeBlockers, proposePriority } from './blockers.ts';
import { diagnose } from './diagnosis.ts';
import type { Diagnosis } from './diagnosis.ts';
import { proposeNode, proposeTaints, proposeUncordon } from './nodes.ts';
import { proposeObjects } from './objects.ts';
import { proposePlacement } from './placement.ts';
import { proposePodAffinity } from './pod-affinity.ts';
import { proposePorts } from './ports.ts';
import { necessaryEdits } from './queueing.ts';
import { proposeRequests, proposeResourceNames } from './resources.ts';
import { draftedInput, hostOf, NOTHING, tryDraft, withEdit } from './situation.ts';
import type { Draft, Edit, EditNote, Situation } from './situation.ts';
import { proposeSpread } from './spread.ts';

type Propose = (situation: Situation, draft: Draft, diagnosis: Diagnosis) => Edit[];

/** A new way to help is one file and one row. */
const PROPOSERS: readonly Propose[] = [
  proposePlacement,
  proposeResourceNames,
  proposeRequests,
  proposeObjects,
  proposeUncordon,
  proposeSpread,
  proposeTaints,
  proposePorts,
  proposePodAffinity,
  proposeBlockers,
  proposePriority,
  proposeNode,
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

export function search(situation: Situation): Found {
  const base = necessaryEdits(situation, NOTHING).reduce(withEdit, NOTHING);
  if (base.notes.length > 0 && hostOf(tryDraft(situation, base)) !== undefined) {
    return { drafts: [base], tried: [], heavierPairs: () => [] };
  }
  const singles = proposals(situation, base);
  const good = singles.filter(({ binds }) => binds).map(({ draft }) => draft);
  const partial = singles.filter(({ binds }) => !binds).map(({ draft }) => draft);
  const lightest = Math.min(...good.map(({ cost }) => cost));
  const pairs = pairsOf(
    situation,
    partial.filter(({ cost }) => cost + PAIR_COST < lightest),
  ).filter(({ cost }) => cost < lightest);
  return {
    drafts: distinct([...good, ...pairs]),
    tried: partial.flatMap(({ notes }) => notes.slice(-1)),
    heavierPairs: () => {
      const seen = new Set(pairs.map(idOf));
      return lightest === Infinity
        ? []
        : distinct(pairsOf(situation, partial)).filter((draft) => !seen.has(idOf(draft)));
    },
  };
}

/** Second edits to these firsts that let the Pod bind. */
function pairsOf(situation: Situation, firsts: readonly Draft[]): Draft[] {
  const limit = situation.input.nodes.length > LARGE ? FIRSTS_MAX_LARGE : FIRSTS_MAX;
  return firsts.slice(0, limit).flatMap((draft) =>
    proposals(situation, draft)
      .filter(({ binds }) => binds)
      .map((second) => second.draft),
  );
}

interface Proposal {
  readonly draft: Draft;
  readonly binds: boolean;
}

/** Everything that could be changed next, the lightest first. */
function proposals(situation: Situation, base: Draft): Proposal[] {
  const diagnosis = diagnose(draftedInput(situation, base));
  return PROPOSERS.flatMap((propose) => propose(situation, base, diagnosis))
    .map((edit) => withEdit(base, edit))
    .sort((a, b) => a.cost - b.cost)
    .map((draft) => ({ draft, binds: hostOf(tryDraft(situation, draft)) !== undefined }));
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
