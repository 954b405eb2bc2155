/** Mistakes in our own document: each is named with its field, line and column, in words that a person understands. */
import { describe, expect, it } from 'vitest';
import { problemWords } from '../../src/derive/words/problems.ts';
import { createEngine } from '../../src/engine/engine.ts';
import type { Problem } from '../../src/protocol/protocol.ts';
import { readScenario } from '../../src/scenario/scenario.ts';
import { VERBS_LATER } from '../../src/scenario/verbs.ts';

const HEAD = 'apiVersion: steplane.dev/v1\nkind: Scenario\n';

function problemOf(text: string): Problem {
  const read = readScenario([{ name: 's.yaml', data: HEAD + text }]);
  if (read.ok) throw new Error('it was accepted');
  return read.problem;
}

const LISTENER = (fields: string): string => `spec:\n  informers:\n    listeners:\n    - {${fields}}\n`;
const ENTRY = (entry: string): string => `spec:\n  timeline:\n  - ${entry}\n`;

describe('a field that nobody knows', () => {
  it.each([
    ['spec: {informer: {mode: auto}}', 3, 8, 'spec has no field informer; did you mean informers?'],
    ['specs: {}', 3, 1, 'The document has no field specs; did you mean spec?'],
    ['metadata: {nmae: a}', 3, 12, 'metadata has no field nmae; did you mean name?'],
    ['spec: {kubelet: {imagePul: 1s}}', 3, 18, 'spec.kubelet has no field imagePul; did you mean imagePull?'],
    ['spec: {latencies: {Watch: 1}}', 3, 20, 'spec.latencies has no field Watch; did you mean watch?'],
    ['spec: {generate: {node: 1}}', 3, 19, 'spec.generate has no field node; did you mean nodes?'],
    ['spec: {generate: {nodeTemplate: {taints: []}}}', 3, 34, 'spec.generate.nodeTemplate has no field taints.'],
    ['spec: {lessons: [{name: resync, curd: true}]}', 3, 33, /lessons\.0 \(resync\) has no field curd; .*cured\?/],
    ['spec: {title: {en: a, jp: b}}', 3, 23, 'spec.title has no field jp; did you mean ja?'],
    [
      LISTENER('name: audit, process: kube-scheduler, resource: pods, handlertime: 1s'),
      6,
      62,
      'spec.informers.listeners.0 (audit) has no field handlertime; did you mean handlerTime?',
    ],
    [ENTRY('{at: 1s, cordon: a, fro: 2s}'), 5, 25, 'spec.timeline.0 has no field fro; did you mean for?'],
    [ENTRY('{att: 1s, cordon: a}'), 5, 6, 'spec.timeline.0 has no field att; did you mean at?'],
    [
      ENTRY('{at: 1s, scale: {kind: Deployment, nam: web, replicas: 5}}'),
      5,
      40,
      'spec.timeline.0.scale has no field nam; did you mean name?',
    ],
    [
      ENTRY('{at: 1s, delete: [{kind: Pod, nam: a}]}'),
      5,
      35,
      'spec.timeline.0.delete.0 has no field nam; did you mean name?',
    ],
    [ENTRY('{at: 1s, compact: {now: true}}'), 5, 24, 'spec.timeline.0.compact has no field now.'],
  ])('%s', (text, line, column, what) => {
    const problem = problemOf(text);
    expect(problem).toMatchObject({ code: 'unknown-field', file: 's.yaml', line, column });
    expect(problemWords(problem, 'en').what).toMatch(what);
    expect(problemWords(problem, 'ja').what).toContain('というフィールドはありません');
  });

  it('where no name is near, the known ones are listed', () => {
    expect(problemWords(problemOf('spec: {kubelet: {colour: red}}'), 'en').todo).toBe(
      'Its fields are imagePull, stop, unpullable, lifecycles.',
    );
  });
});

describe('a value that cannot be', () => {
  it.each([
    [
      LISTENER('name: audit, process: p, resource: pods, handlerTime: -1s'),
      'negative-duration',
      6,
      62,
      /handlerTime \(audit\) must not be negative, and is -1s/,
    ],
    [
      'spec: {informers: {resync: -30s}}',
      'negative-duration',
      3,
      28,
      /^spec\.informers\.resync must not be negative, and is -30s/,
    ],
    [
      'spec: {informers: {resync: 30}}',
      'bad-duration',
      3,
      28,
      /^spec\.informers\.resync should be a duration, as in 700ms or 1m30s, and is 30\.$/,
    ],
    ['spec: {kubelet: {imagePull: soon}}', 'bad-duration', 3, 29, /^spec\.kubelet\.imagePull should be a duration/],
    ['spec: {kubelet: {stop: -2s}}', 'negative-duration', 3, 24, /^spec\.kubelet\.stop must not be negative/],
    ['spec: {now: yesterday}', 'bad-time', 3, 13, /“yesterday” is not a time \(spec\.now\)/],
    [ENTRY('{at: -1s, cordon: a}'), 'negative-duration', 5, 10, /^spec\.timeline\.0\.at must not be negative/],
    [
      ENTRY('{at: 1s, crash: kube-scheduler, for: 2}'),
      'bad-duration',
      5,
      42,
      /^spec\.timeline\.0\.for should be a duration, as in 700ms or 1m30s, and is 2\.$/,
    ],
    [ENTRY('{afterMillis: -5, cordon: a}'), 'wrong-type', 5, 19, /afterMillis should be at least 0, and is -5/],
    [ENTRY('{afterMillis: 1.5, cordon: a}'), 'wrong-type', 5, 19, /afterMillis should be a whole number, and is 1\.5/],
    [ENTRY('{at: 1s, cordon: ""}'), 'wrong-type', 5, 22, /cordon should be a text that is not empty\.$/],
    [ENTRY('{at: 1s, delete: {kind: Pod}}'), 'missing-field', 5, 22, /^spec\.timeline\.0\.delete\.name is missing/],
    [
      ENTRY('{at: 1s, delete: {kind: Pod, name: a}, propagationPolicy: Sideways}'),
      'wrong-type',
      5,
      63,
      /should be Background, Foreground or Orphan, and is "Sideways"/,
    ],
    [
      'spec: {informers: {distribution: both}}',
      'wrong-type',
      3,
      34,
      /distribution should be ring or blocking, and is "both"/,
    ],
    ['spec: {kubelet: []}', 'wrong-type', 3, 17, /^spec\.kubelet should be an object, and is an array/],
    ['spec: {title: 5}', 'wrong-type', 3, 15, /^spec\.title should be a text, or {en: …, ja: …}, and is 5/],
    [
      LISTENER('name: audit, process: p, resource: foos, handlerTime: 1s'),
      'unknown-resource',
      6,
      43,
      /“foos”, as spec\.informers\.listeners\.0\.resource \(audit\) says/,
    ],
    [
      ENTRY('{at: 1s, slow: {watch: "kube-scheduler podz", by: 1s}}'),
      'unknown-resource',
      5,
      28,
      /“podz”, as spec\.timeline\.0\.slow\.watch says; did you mean pods\?/,
    ],
    [ENTRY('{at: 1s, cut: {client: "kubelet node-1 podz"}}'), 'unknown-resource', 5, 28, /did you mean pods\?/],
    [ENTRY('{at: 1s, cut: {client: "a b c"}}'), 'wrong-type', 5, 28, /should be a process, as in kube-scheduler/],
  ])('%s', (text, code, line, column, what) => {
    const problem = problemOf(text);
    expect(problem).toMatchObject({ code, file: 's.yaml', line, column });
    expect(problemWords(problem, 'en').what).toMatch(what);
    expect(problemWords(problem, 'en').what).not.toMatch(/[|]|never|invalid|undefined|Object/);
    expect(problemWords(problem, 'ja').what).not.toMatch(/[|]|never|invalid|undefined|Object/);
  });
});

describe('a verb that nobody knows', () => {
  it('lists those that this version acts on, and the nearest', () => {
    const problem = problemOf(ENTRY('{at: 1s, cordn: a}'));
    const { what, todo } = problemWords(problem, 'en');
    expect(what).toBe('The timeline has no verb “cordn”; did you mean cordon?');
    expect(todo).toContain('uncordon');
    for (const later of VERBS_LATER) expect(todo.split(/[ ,.]+/)).not.toContain(later);
  });

  it.each([...VERBS_LATER])('says that %s comes later where that was meant', (verb) => {
    const meant = `${verb}s`;
    expect(problemWords(problemOf(ENTRY(`{at: 1s, ${meant}: a}`)), 'en').what).toBe(
      `The timeline has no verb “${meant}”. ${verb} comes in a later version.`,
    );
  });
});

describe('what only the cluster knows', () => {
  const open = (text: string): ReturnType<ReturnType<typeof createEngine>['open']> =>
    createEngine().open({ files: [{ name: 's.yaml', data: `${HEAD}${text}` }] });
  const problem = (text: string): Problem | undefined => {
    const opened = open(text);
    return opened.ok ? undefined : opened.problem;
  };

  it.each<[string, string, object, number]>([
    [
      '{at: 1s, cut: {client: kube-schedular}}',
      'unknown-process',
      { near: 'kube-scheduler', path: 'spec.timeline.0.cut.client' },
      28,
    ],
    ['{at: 1s, slow: {watch: "nope pods", by: 1s}}', 'unknown-process', { path: 'spec.timeline.0.slow.watch' }, 28],
    ['{at: 1s, crash: kubelet}', 'fault-of-others', { path: 'spec.timeline.0.crash', verb: 'crash' }, 21],
    [
      '{at: 1s, leaderChange: lesson-resync}',
      'unknown-process',
      { known: 'kube-scheduler, kube-controller-manager' },
      28,
    ],
    [
      '{at: 1s, partition: {clients: [kube-scheduler, kube-schedular]}}',
      'unknown-process',
      { path: 'spec.timeline.0.partition.clients.1' },
      52,
    ],
    ['{at: 1s, cut: {client: kube-scheduler secrets}}', 'unwatched-resource', { resource: 'secrets' }, 28],
    ['{at: 1s, cut: {client: kubelet node-1 nodes}}', 'unwatched-resource', { known: 'pods' }, 28],
  ])('refuses %s at its place', (entry, code, params, column) => {
    expect(problem(ENTRY(entry))).toMatchObject({ code, params, file: 's.yaml', line: 5, column });
  });

  it('counts the lines of the file, not of the document', () => {
    const pods = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n';
    const data = `${pods}${HEAD}${ENTRY('{at: 1s, crash: nobody}')}`;
    const answer = createEngine().open({ files: [{ name: 'two.yaml', data }] });
    expect(answer).toMatchObject({ problem: { code: 'unknown-process', file: 'two.yaml', line: 9, column: 21 } });
  });

  it.each(['kube-scheduler', 'kube-scheduler pods', 'kubelet', 'kubelet node-9', 'kubelet node-9 pods'])(
    'cuts %s, though its machine may join later',
    (client) => {
      expect(problem(ENTRY(`{at: 1s, cut: {client: ${client}}, for: 1s}`))).toBeUndefined();
    },
  );

  it('a listener that brings a process or an informer with it is allowed, and said', () => {
    const listener = (process: string, resource: string): string =>
      `{name: audit-${process}, process: ${process}, resource: ${resource}, handlerTime: 0}`;
    const listeners = [
      listener('kube-scheduler', 'pods'),
      listener('nope', 'pods'),
      listener('kube-scheduler', 'secrets'),
    ];
    const line = `spec: {informers: {listeners: [${listeners.join(', ')}]}}`;
    const opened = open(line);
    expect(opened.ok && opened.value.summary.warnings).toMatchObject([
      {
        code: 'listener-makes-process',
        params: { name: 'audit-nope', process: 'nope', path: 'spec.informers.listeners.1' },
        ...{ file: 's.yaml', line: 3, column: line.indexOf('{name: audit-nope') + 1 },
      },
      { code: 'listener-makes-informer', params: { process: 'kube-scheduler', resource: 'secrets' } },
    ]);
  });
});
