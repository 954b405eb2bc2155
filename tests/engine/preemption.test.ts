/** What became of a preemption: who had to go, for whom, and who came back. Worked by hand; the cluster is tests/fixtures/preemption.ts. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EVENT } from '../../src/model/events.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { PreemptionAnswer } from '../../src/protocol/protocol.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';
import { PREEMPTION, TWO_REPLICAS } from '../fixtures/preemption.ts';
import { leftOut } from '../fixtures/topology.ts';

const URGENT = 'Pod/default/urgent';

/** First step of a kind about an object. */
function stepOf({ cluster }: Engine, kind: keyof typeof EVENT, object: string, detail?: string): number {
  const { trace } = cluster.world;
  for (let step = 1; step <= trace.length; step++) {
    const isIt = trace.kind(step) === EVENT[kind] && trace.object(step) === object;
    if (isIt && (detail === undefined || trace.detail(step) === detail)) return step;
  }
  throw new Error(`no ${kind} ${object}`);
}

function only(answers: readonly PreemptionAnswer[]): PreemptionAnswer {
  const [answer] = answers;
  if (answer === undefined || answers.length > 1) throw new Error(`${String(answers.length)} preemptions`);
  return answer;
}

const victimsOf = ({ candidates, nominated }: PreemptionAnswer) =>
  candidates.find(({ node }) => node === nominated)?.victims ?? [];

describe('a preemption, step by step', () => {
  const engine = runToRest(openEngine(PREEMPTION));
  const end = engine.run.status.steps;
  const started = stepOf(engine, 'cycle.started', URGENT);
  const found = stepOf(engine, 'cycle.postfilter', URGENT);

  it('is not there before PostFilter of its cycle', () => {
    expect(engine.preemption(started, URGENT)).toEqual([]);
    expect(engine.preemption(found - 1, URGENT)).toEqual([]);
    expect(engine.preemption(started - 1, 'Pod/default/web-2')).toEqual([]);
  });

  it('a nominated node is looked at alone, before all others; the cycle that nominated it looked at all', () => {
    const [first, second] = [engine.why(started, URGENT), engine.why(end, URGENT)];
    expect([first.attempts.at(-1)?.host, first.nominated]).toEqual(['', undefined]);
    expect([second.attempts.at(-1)?.host, second.nominated, second.start]).toEqual(['node-b', true, 'node-b']);
  });

  it('each rule takes its candidate out, and the last one decides', () => {
    const answer = only(engine.preemption(found, URGENT));
    expect(answer).toMatchObject({
      pod: URGENT,
      role: 'preemptor',
      step: started,
      foundAt: found,
      attempt: 1,
      priority: 1000,
      outcome: 'nominated',
      message: '',
      nodes: 7,
      nominated: 'node-b',
      boundTo: '',
      untried: [],
    });
    expect(answer.rules).toEqual([
      { rule: 'fewest-violations', left: ['node-a', 'node-b', 'node-c', 'node-e'] },
      { rule: 'lowest-highest-priority', left: ['node-a', 'node-b', 'node-e'] },
      { rule: 'smallest-sum', left: ['node-a', 'node-b'] },
      { rule: 'fewest-victims', left: ['node-a', 'node-b'] },
      { rule: 'latest-start', left: ['node-b'] },
    ]);
    expect(answer.unhelpful).toEqual([
      { reason: 'No preemption victims found for incoming pod', nodes: ['node-g'] },
      { reason: 'Preemption is not helpful for scheduling', nodes: ['node-f'] },
    ]);
  });

  it('candidates have their victims, sums, start times and budgets', () => {
    const { candidates } = only(engine.preemption(found, URGENT));
    const told = candidates.map(({ node, victims, violations, highestPriority, prioritySum, earliestStart }) => [
      node,
      victims.map(({ pod }) => pod).join(' '),
      violations,
      highestPriority,
      prioritySum,
      earliestStart,
    ]);
    const shift = 2147483648;
    expect(told).toEqual([
      ['node-a', 'default/web-1', 0, 0, shift, '2026-01-01T09:00:00Z'],
      ['node-b', 'default/web-2', 0, 0, shift, '2026-01-01T10:00:00Z'],
      ['node-c', 'default/batch-1', 0, 50, shift + 50, '2026-01-01T08:00:00Z'],
      ['node-d', 'default/db-1', 1, 0, shift, '2026-01-01T08:00:00Z'],
      ['node-e', 'default/small-1 default/small-2', 0, 0, 2 * shift, '2026-01-01T08:00:00Z'],
    ]);
    expect(candidates[3]?.victims[0]).toMatchObject({ budgets: ['keep-db'], violates: true, owner: '' });
    expect(candidates[1]?.victims[0]).toMatchObject({ budgets: [], violates: false, owner: 'ReplicaSet/default/web' });
  });

  it('the victim is here, then on its way out, then gone', () => {
    const now = (step: number) => victimsOf(only(engine.preemption(step, URGENT))).map(({ now: state }) => state);
    expect(now(found)).toEqual(['here']);
    expect(now(stepOf(engine, 'store.written', 'Pod/default/web-2', 'delete'))).toEqual(['terminating']);
    expect(now(end)).toEqual(['gone']);
  });

  it('its controller makes another, which waits, then runs where the other could not', () => {
    const heir = engine
      .objects(end)
      .find(({ key }) => key.startsWith('Pod/default/web-') && key !== 'Pod/default/web-1');
    const key = heir?.key ?? '';
    const made = stepOf(engine, 'store.written', key, 'create');
    const at = (step: number) =>
      victimsOf(only(engine.preemption(step, URGENT))).map((victim) => [
        `Pod/${victim.heir}`,
        victim.heirNode,
        victim.heirPhase,
      ]);
    expect(at(made - 1)).toEqual([['Pod/', '', '']]);
    expect(at(made)).toEqual([[key, '', 'pending']]);
    expect(at(end)).toEqual([[key, 'node-f', 'run']]);
    expect(only(engine.preemption(end, URGENT)).boundTo).toBe('node-b');
  });

  it('can be asked of the victim too, as long as the run is there; nobody else had to go', () => {
    const marked = stepOf(engine, 'store.written', 'Pod/default/web-2', 'patch status');
    expect(engine.preemption(marked - 1, 'Pod/default/web-2')).toEqual([]);
    for (const step of [marked, end]) {
      const answer = only(engine.preemption(step, 'Pod/default/web-2'));
      expect(answer).toEqual({ ...only(engine.preemption(step, URGENT)), role: 'victim' });
    }
    for (const name of ['web-1', 'batch-1', 'db-1', 'small-1']) {
      expect(engine.preemption(end, `Pod/default/${name}`)).toEqual([]);
    }
  });
});

describe('two replicas that go together', () => {
  it('each have one of their own, which wait for room; all victims lead back to the cycle', () => {
    const engine = runToRest(openEngine(TWO_REPLICAS));
    const end = engine.run.status.steps;
    const answers = engine.preemption(end, URGENT);
    const [first] = answers.filter(({ outcome }) => outcome === 'nominated');
    if (first === undefined) throw new Error('nothing was nominated');
    const victims = victimsOf(first);
    expect(first.rules).toEqual([]);
    expect(victims.map(({ pod, now }) => [pod, now])).toEqual([
      ['default/web-1', 'gone'],
      ['default/web-2', 'gone'],
    ]);
    const heirs = victims.map(({ heir }) => heir);
    expect(new Set(heirs).size).toBe(2);
    expect(heirs).not.toContain('');
    for (const { heirNode, heirPhase } of victims) expect([heirNode, heirPhase]).toEqual(['', 'unsched']);
    for (const { pod } of victims) {
      expect(engine.preemption(end, `Pod/${pod}`).map(({ pod: by, role }) => [by, role])).toEqual([[URGENT, 'victim']]);
    }
    // The replicas are no more important than anyone: nobody goes for them.
    const [heir = ''] = heirs;
    expect(engine.preemption(end, `Pod/${heir}`).at(-1)).toMatchObject({
      outcome: 'helpless',
      nominated: '',
      unhelpful: [{ reason: 'No preemption victims found for incoming pod', nodes: ['node-a'] }],
    });
  });
});

describe('no preemption', () => {
  it('where the policy forbids it', () => {
    const data = readFileSync(new URL('../cases/pending/never-preempts.yaml', import.meta.url), 'utf8');
    const engine = runToRest(openEngine({ name: 'never-preempts', data }));
    const answers = engine.preemption(engine.run.status.steps, 'Pod/default/important');
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers) {
      expect(answer).toMatchObject({ outcome: 'never', nominated: '', candidates: [], priority: 1000 });
      expect(answer.message).toContain('not eligible due to preemptionPolicy=Never.');
    }
  });
});

describe('a preemption that cannot help', () => {
  const LATE = 'Pod/default/late';
  const engine = runToRest(openEngine(leftOut));
  const [filter, post] = [stepOf(engine, 'cycle.filter', LATE), stepOf(engine, 'cycle.postfilter', LATE)];
  const told = (step: number) => {
    const { message, attempts } = engine.why(step, LATE);
    return [message, attempts.at(-1)?.message, engine.preemption(step, LATE).length];
  };

  it('is told from PostFilter on, also in the message', () => {
    // A web Pod leaves a or b: 0 + 1 - 0 is within 1. The taint stays.
    const first =
      "0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 node(s) didn't match pod topology spread constraints.";
    const tail =
      'no new claims to deallocate, preemption: 0/3 nodes are available: 1 Preemption is not helpful for scheduling, 2 No preemption victims found for incoming pod.';
    for (const step of [filter, post - 1]) expect(told(step)).toEqual([first, first, 0]);
    expect(told(post)).toEqual([`${first} ${tail}`, `${first} ${tail}`, 1]);
    // On the way back too.
    expect(told(filter)).toEqual([first, first, 0]);
  });
});
