import { namespacedName } from '../model/objects.ts';
import type { Pod } from '../model/objects.ts';
import type { FixesAnswer, WhyAnswer } from '../protocol/protocol.ts';
import type { Engine } from '../engine/engine.ts';
import { fixes as findFixes } from '../engine/fixes/fixes.ts';
import { momentOf } from '../engine/fixes/moment.ts';
import type { Moment } from '../engine/fixes/moment.ts';
import { nearest } from '../engine/fixes/nearest.ts';
import { troublesOf } from '../engine/troubles.ts';
import { schedulingMessage } from '../engine/phase.ts';
import { editsWords, fixWords } from '../derive/words/fixes.ts';
import type { Lang } from '../derive/words/lang.ts';
import { BadInput, EXIT } from './exit.ts';
import { runFiles } from './session.ts';
import type { RunOptions } from './session.ts';
import { storedPods } from './run.ts';
import { Makers } from './makers.ts';
import { printAll, printOne } from './why-print.ts';
import { PodTroubles } from './pod-troubles.ts';
import type { StuckPod } from './pod-troubles.ts';
import type { Group } from './why-print.ts';

interface WhyOptions extends RunOptions {
  readonly pod?: string;
  readonly nodes?: boolean;
  readonly lang: string;
  readonly json?: boolean;
}

const WAITING = new Set(['pending', 'gated', 'no-scheduler', 'not-tried']);

/** `steplane why`: one Pod, or every pending one grouped by cause, with the smallest fix of each group as a command. */
export function why(names: readonly string[], options: WhyOptions): void {
  const { engine } = runFiles(names, options);
  const lang: Lang = options.lang === 'ja' ? 'ja' : 'en';
  if (options.pod === undefined) whyAll(engine, lang, options.json === true);
  else whyOne(engine, options.pod, lang, options);
}

const stepOf = (engine: Engine): number => engine.cluster.world.step;

function whyAll(engine: Engine, lang: Lang, json: boolean): void {
  const pods = storedPods(engine).filter(isWaiting);
  const refused = engine.refused(stepOf(engine));
  const stuck = stuckPods(engine);
  // Creations that are refused stand above, with what would help.
  const troubles = troublesOf(engine.cluster).filter(({ condition }) => condition !== 'ReplicaFailure');
  if (pods.length > 0 || refused.length > 0 || stuck.length > 0) process.exitCode = EXIT.no;
  // The smallest is all that is printed, and each takes a run of its own to prove.
  const fixes = json ? new Fixes(engine) : new Fixes(engine, 1);
  if (!json) {
    printAll(
      { groups: groupsOf(engine, pods), refused, stuck, troubles, makers: fixes.makers, fixesOf: (k) => fixes.of(k) },
      lang,
    );
    return;
  }
  console.log(
    JSON.stringify({
      pods: pods.map((p) => toJson(answerOf(engine, p), fixes)),
      refused: refused.map((row) => ({ ...row, ...fixesJson(fixes.of(row.key)) })),
      stuck,
      troubles,
    }),
  );
}

function whyOne(engine: Engine, text: string, lang: Lang, { json, nodes }: WhyOptions): void {
  const pod = podCalled(engine, text);
  const answer = answerOf(engine, pod);
  const fixes = new Fixes(engine);
  const stuck = new PodTroubles(engine).of(pod);
  if (WAITING.has(answer.state) || stuck !== undefined) process.exitCode = EXIT.no;
  if (json === true) {
    console.log(JSON.stringify({ ...toJson(answer, fixes), ...(stuck === undefined ? {} : { stuck }) }));
    return;
  }
  const found = WAITING.has(answer.state) ? fixes.of(answer.pod) : undefined;
  printOne({ answer, pod, found, stuck, eachNode: nodes === true }, lang);
}

/** Fixes of Pods that one template made are the same, so one of them is asked for. */
class Fixes {
  readonly makers: Makers;
  private readonly byMaker = new Map<string, FixesAnswer>();
  private moment: Moment | undefined;

  /** @param max fixes of each; undefined = as many as the engine looks for */
  constructor(
    private readonly engine: Engine,
    private readonly max?: number,
  ) {
    this.makers = new Makers(engine);
  }

  of(key: string): FixesAnswer {
    const maker = this.makers.idOf(key);
    const known = this.byMaker.get(maker);
    if (known !== undefined) return known;
    const answer = findFixes(this.engine.cluster, stepOf(this.engine), key, this.max, (...at) => {
      this.moment ??= momentOf(...at);
      return this.moment;
    });
    this.byMaker.set(maker, answer);
    return answer;
  }
}

const isWaiting = (p: Pod): boolean => (p.spec.nodeName ?? '') === '' && (p.status?.phase ?? 'Pending') === 'Pending';

const answerOf = (engine: Engine, pod: Pod): WhyAnswer => engine.why(stepOf(engine), keyOf(pod));

const keyOf = (pod: Pod): string => `Pod/${namespacedName(pod)}`;

/** Pods of one template that were told the same wait for the same: one of them is looked into. */
function groupsOf(engine: Engine, pods: readonly Pod[]): Group[] {
  const makers = new Makers(engine);
  const groups = new Map<string, { first: Pod; pods: string[] }>();
  for (const pod of pods) {
    const { schedulerName = '', schedulingGates } = pod.spec;
    const id = JSON.stringify([makers.idOf(keyOf(pod)), schedulingMessage(pod), schedulerName, schedulingGates ?? []]);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { first: pod, pods: [keyOf(pod)] });
    else group.pods.push(keyOf(pod));
  }
  return [...groups.values()].map(({ first, pods: keys }) => ({ answer: answerOf(engine, first), pods: keys }));
}

/** Pods that have a node and do not run there: kubectl calls their phase Pending, or Running between two crashes. */
function stuckPods(engine: Engine): StuckPod[] {
  const troubles = new PodTroubles(engine);
  return storedPods(engine).flatMap((pod) => troubles.of(pod) ?? []);
}

// --- which Pod is meant ---

/** "ns/name", "Pod/ns/name", or a bare name that only one Pod has. */
function podCalled(engine: Engine, text: string): Pod {
  const pods = storedPods(engine);
  const name = text.replace(/^pods?\//i, '');
  const wanted = name.includes('/') ? name : `default/${name}`;
  const exact = pods.find((p) => namespacedName(p) === wanted);
  const alike = name.includes('/') ? [] : pods.filter((p) => p.metadata.name === name);
  const [only] = alike;
  if (exact !== undefined) return exact;
  if (only !== undefined && alike.length === 1) return only;
  const near = nearPods(alike.length > 1 ? alike.map(namespacedName) : pods.map(namespacedName), name);
  throw new BadInput({ kind: 'bad-scenario', code: 'no-such-pod', params: { pod: wanted, near: near.join(', ') } });
}

const NEAR_MAX = 3;

function nearPods(names: readonly string[], wanted: string): readonly string[] {
  const within = names.filter((name) => wanted !== '' && name.includes(wanted));
  if (within.length > 0) return within.slice(0, NEAR_MAX);
  const close = nearest(wanted, names);
  return close !== undefined && close.distance * 2 < wanted.length ? [close.word] : [];
}

// --- JSON ---

function toJson(answer: WhyAnswer, fixes: Fixes): object {
  const { pod, state, message, attempts, nodes, scores, needs } = answer;
  const found = WAITING.has(state) ? fixesJson(fixes.of(pod)) : { fixes: [] };
  return { pod, state, message, attempts, nodes, scores, needs, ...found };
}

/** `edit` is the fix in words, the rest of it is as the engine gives it. */
function fixesJson({ fixes, none }: FixesAnswer): object {
  const rows = fixes.map((fix) => ({ edit: editsWords(fix.edits, 'en'), ...fix }));
  return none === undefined ? { fixes: rows } : { fixes: rows, none: { ...none, words: fixWords(none, 'en') } };
}
