/** What the laboratory holds: which lab and text, the runs beside each other, what is shown of them. */
import { LABS } from '../labs/index.ts';
import { textOf, type Lab, type Variant } from '../labs/lab.ts';
import type { LabExploration, LabProblem, LabRun, LabSchedule, LabView } from '../protocol/lab.ts';
import { OWN_ID, OWN_LAB } from './lab-own.ts';
import type { Speed } from './playback.ts';

/** One program beside the other: its run, and the step that is shown. */
export interface Bench {
  readonly variant: string;
  readonly run: LabRun;
  readonly step: number;
  /** Of `step`, or of an earlier moment until it has come. */
  readonly view: LabView | undefined;
}

export interface LabStoreState {
  readonly lab: string;
  readonly variant: string;
  readonly params: Readonly<Record<string, number>>;
  /** Texts that the person changed, by "lab/variant": nothing typed is lost. */
  readonly drafts: Readonly<Record<string, string>>;
  readonly schedule: LabSchedule;
  /** Text of the run. */
  readonly ran: string;
  readonly main: Bench | undefined;
  readonly beside: Bench | undefined;
  readonly problems: readonly LabProblem[];
  readonly playing: boolean;
  readonly speed: Speed;
  readonly exploration: LabExploration | undefined;
  readonly exploring: boolean;
  /** Lines that something shown is about: a race, a lost update. */
  readonly marked: readonly number[];
  /** By lab: the option chosen; -1 = not answered but skipped. */
  readonly answers: Readonly<Record<string, number>>;
  /** Something is the matter with the engine, or the link. */
  readonly differs: boolean;
}

export const LAB_LIST: readonly Lab[] = [...LABS, OWN_LAB];
export const FIRST_SEED = 1;
export const seeded = (seed: number): LabSchedule => ({ kind: 'seed', seed, pins: [] });

export const labOf = (id: string): Lab => LAB_LIST.find((one) => one.id === id) ?? OWN_LAB;
export function variantOf(lab: Lab, id: string): Variant {
  const found = lab.variants.find((one) => one.id === id) ?? lab.variants[0];
  if (found === undefined) throw new Error(`lab ${lab.id} has no variant`);
  return found;
}

/** The first lab, at its first form. */
export function beginning(): LabStoreState {
  const first = labOf(LABS[0]?.id ?? OWN_ID);
  return {
    lab: first.id,
    variant: variantOf(first, '').id,
    params: {},
    drafts: {},
    schedule: seeded(FIRST_SEED),
    ran: '',
    main: undefined,
    beside: undefined,
    problems: [],
    playing: false,
    speed: 1,
    exploration: undefined,
    exploring: false,
    marked: [],
    answers: {},
    differs: false,
  };
}

const draftKey = (lab: string, variant: string): string => `${lab}/${variant}`;

/** What the person has typed in a form of a lab; undefined = nothing. */
export const draftOf = ({ lab, drafts }: LabStoreState, variant: string): string | undefined =>
  drafts[draftKey(lab, variant)];

/** The text of a form of the lab that is open: the person's own, or the lab's. */
export const textIn = (state: LabStoreState, variant: string): string =>
  draftOf(state, variant) ?? writtenText(state, variant);

/** The text as the lab has it. */
export const writtenText = ({ lab, params }: LabStoreState, variant: string): string =>
  textOf(variantOf(labOf(lab), variant), params);

/** @param text undefined = the lab's own */
export function withDraft(
  drafts: LabStoreState['drafts'],
  lab: string,
  variant: string,
  text: string | undefined,
): LabStoreState['drafts'] {
  const key = draftKey(lab, variant);
  const { [key]: _, ...others } = drafts;
  return text === undefined ? others : { ...others, [key]: text };
}

/** Of a step; 0 before the first. */
export const timeOf = (run: LabRun, step: number): number => run.ops[step - 1]?.time ?? 0;

/** The last step at or before that time. */
export function stepAt(run: LabRun, time: number): number {
  const next = run.ops.findIndex((op) => op.time > time);
  return next < 0 ? run.ops.length : next;
}
