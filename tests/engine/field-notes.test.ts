/** Reports from the field whose expectation is words: those about what is dropped and where Pods go. One test a note. */
import { describe, expect, it } from 'vitest';
import { EVENT } from '../../src/model/events.ts';
import type { KubeObject, Pod } from '../../src/model/objects.ts';
import { podRequests } from '../../src/model/pod-requests.ts';
import { parseQuantity, quantityMilli, quantityProblem, quantityValue } from '../../src/model/quantity.ts';
import type { Problem } from '../../src/protocol/protocol.ts';
import { readScenario, type Scenario } from '../../src/scenario/scenario.ts';
import { serveHttp } from '../../src/components/apiserver/apiserver.ts';
import { ADMIN, readBody } from '../../src/conformance/adapters/api-http.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

function read(data: string | Uint8Array): Scenario {
  const outcome = readScenario([{ name: 'drop.yaml', data }]);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value;
}

function problemOf(data: string): Problem | undefined {
  const outcome = readScenario([{ name: 'drop.yaml', data }]);
  return outcome.ok ? undefined : outcome.problem;
}

const objectsOf = ({ observed, applied }: Scenario): KubeObject[] => [...observed, ...applied];
const namesOf = (scenario: Scenario): string[] =>
  objectsOf(scenario).map(({ kind, metadata }) => `${kind}/${metadata.name}`);

const run = (data: string | Uint8Array): Engine => runToRest(openEngine({ name: 'drop.yaml', data }));
const nodeOf = (engine: Engine, pod: string): string | undefined =>
  (engine.cluster.apiServer.get(`Pod/default/${pod}`) as Pod | undefined)?.spec.nodeName;

/** What the api-server of an empty cluster says to a manifest, without storing it. */
function answerTo(
  path: string,
  manifest: string,
): { readonly message: string; readonly object: KubeObject | undefined } {
  const { apiServer } = openEngine({
    name: 'empty.yaml',
    data: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n',
  }).cluster;
  const response = serveHttp(apiServer, {
    method: 'POST',
    path,
    query: { fieldValidation: 'Strict', dryRun: 'All' },
    contentType: 'application/yaml',
    ...readBody(manifest, 'application/yaml'),
    user: ADMIN,
  });
  return { message: response.status?.message ?? '', object: response.object };
}

const PODS = '/api/v1/namespaces/default/pods';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';

const node = (name: string): string =>
  `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}, labels: {kubernetes.io/hostname: ${name}}}\n` +
  'status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}, conditions: [{type: Ready, status: "True"}]}\n---\n';

/** Three nodes, three replicas that refuse each other's company; from 10 s on another image. */
const rollout = (strategy: string): string => `${node('n1')}${node('n2')}${node('n3')}apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  strategy: {type: RollingUpdate, rollingUpdate: {${strategy}}}
  template:
    metadata: {labels: {app: web}}
    spec:
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - {labelSelector: {matchLabels: {app: web}}, topologyKey: kubernetes.io/hostname}
      containers: [{name: c, image: "web:1"}]
---
apiVersion: steplane.dev/v1
kind: Scenario
spec:
  timeline:
  - at: 10s
    patch: {kind: Deployment, name: web, patch: {spec: {template: {spec: {containers: [{name: c, image: "web:2"}]}}}}}
`;

const livePods = (engine: Engine): readonly Pod[] => engine.cluster.apiServer.list('pods') as readonly Pod[];
const imageOf = ({ spec }: Pod): string => spec.containers[0]?.image ?? '';

const isOver = (pod: Pod | undefined): boolean => ['Succeeded', 'Failed'].includes(pod?.status?.phase ?? '');

/** Pods that took a node ("+node") and Pods that left one, all their containers stopped ("-node"), in order. */
function movesFrom(engine: Engine, seconds: number): string[] {
  const { world } = engine.cluster;
  const { trace } = world;
  const etcd = world.collections().find(({ name }) => name === 'etcd');
  const placeOf = (key: string, step: number): string | undefined => {
    const pod = etcd?.at(step).get(key) as Pod | undefined;
    return isOver(pod) ? undefined : pod?.spec.nodeName;
  };
  const moves: string[] = [];
  for (let step = 1; step <= trace.length; step++) {
    const key = trace.object(step);
    if (trace.time(step) < seconds * 1_000_000 || trace.kind(step) !== EVENT['store.written']) continue;
    if (!key.startsWith('Pod/')) continue;
    const [before, after] = [placeOf(key, step - 1), placeOf(key, step)];
    if (before === undefined && after !== undefined) moves.push(`+${after}`);
    if (before !== undefined && after === undefined) moves.push(`-${before}`);
  }
  return moves;
}

describe('field notes', () => {
  it('fc-219-antiaffinity-rollout-without-surge: each new Pod lands where an old one has gone', () => {
    const engine = run(rollout('maxSurge: 0, maxUnavailable: 1'));
    const pods = livePods(engine);
    expect(pods.map(imageOf)).toEqual(['web:2', 'web:2', 'web:2']);
    expect(pods.map(({ spec }) => spec.nodeName).sort()).toEqual(['n1', 'n2', 'n3']);
    const moves = movesFrom(engine, 10);
    expect(moves).toHaveLength(6);
    for (const at of [0, 2, 4]) expect(moves[at + 1]).toBe(moves[at]?.replace('-', '+'));
  });

  it('fc-219-antiaffinity-rollout-without-surge: with a surge and none unavailable it is stuck', () => {
    const engine = run(rollout('maxSurge: 1, maxUnavailable: 0'));
    const waiting = livePods(engine).filter(({ spec }) => spec.nodeName === undefined);
    expect(livePods(engine).filter((pod) => imageOf(pod) === 'web:1')).toHaveLength(3);
    expect(waiting.map(imageOf)).toEqual(['web:2']);
    const told = waiting[0]?.status?.conditions?.find(({ type }) => type === 'PodScheduled')?.message;
    expect(told).toContain("0/3 nodes are available: 3 node(s) didn't match pod anti-affinity rules.");
  });

  it.each<[text: string, milli: number | undefined, value: number | undefined]>([
    ['0.5', 500, undefined],
    ['500m', 500, undefined],
    ['.5', 500, undefined],
    ['5.', 5000, undefined],
    ['0.1', 100, undefined],
    ['1e3', 1_000_000, 1000],
    ['1E3', 1_000_000, 1000],
    ['1e-3', 1, 1],
    ['2e-1', 200, 1],
    ['1k', 1_000_000, 1000],
    ['129M', undefined, 129_000_000],
    ['129e6', undefined, 129_000_000],
    ['128974848', undefined, 128_974_848],
    ['128974848000m', undefined, 128_974_848],
    ['123Mi', undefined, 128_974_848],
    ['1.5Gi', undefined, 1_610_612_736],
    ['.5Gi', undefined, 536_870_912],
    ['0.3Gi', undefined, 322_122_548],
    ['100M', undefined, 100_000_000],
    ['100Mi', undefined, 104_857_600],
    ['7.5G', undefined, 7_500_000_000],
    ['1500m', 1500, 2],
    ['400m', 400, 1],
    ['0.0005', 1, 1],
    ['+1', 1000, 1],
  ])('fc-300-quantity-table: %s is read', (text, milli, value) => {
    expect(quantityProblem(text)).toBeUndefined();
    if (milli !== undefined) expect(quantityMilli(text)).toBe(milli);
    if (value !== undefined) expect(quantityValue(text)).toBe(value);
  });

  const SUFFIX = "unable to parse quantity's suffix";
  const REGEX = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  it.each([
    ...['6GiB', '1000ms', '500 m', '1GI', '1g', '2GB', '1_000', '0x10', '1,5', '1e3Mi', ''].map((t) => [t, REGEX]),
    ...['1K', '1ki', '1e'].map((t) => [t, SUFFIX]),
  ])('fc-300-quantity-table: %j is refused, when it is dropped too', (text, problem) => {
    expect(quantityProblem(text)).toBe(problem);
    const drop = `apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: c\n    resources: {requests: {cpu: ${JSON.stringify(text)}}}\n`;
    expect(problemOf(drop)).toMatchObject({ code: 'bad-quantity', line: 7 });
  });

  it('fc-302-bool-in-node-selector: line 5, and the words of the real decoder', () => {
    const drop =
      'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  nodeSelector: {gpu: true}\n  containers: [{name: c, image: registry.example/app:1}]\n';
    expect(problemOf(drop)).toMatchObject({
      code: 'wrong-type',
      line: 5,
      params: { path: 'spec.nodeSelector.gpu', expected: 'string', got: 'true' },
    });
    expect(answerTo(PODS, drop).message).toContain(
      'json: cannot unmarshal bool into Go struct field PodSpec.spec.nodeSelector of type string',
    );
  });

  it('fc-304-numeric-labels: a number is never made a text', () => {
    const deployment =
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: w}\nspec:\n  selector: {matchLabels: {version: 1.10}}\n  template: {metadata: {labels: {version: 1.10}}, spec: {containers: [{name: c, image: x}]}}\n';
    const pod =
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels: {sha: 12345e6}\nspec: {containers: [{name: c, image: x}]}\n';
    expect(problemOf(deployment)).toMatchObject({
      code: 'wrong-type',
      line: 5,
      params: { path: 'spec.selector.matchLabels.version' },
    });
    expect(problemOf(pod)).toMatchObject({ code: 'wrong-type', line: 5, params: { path: 'metadata.labels.sha' } });
    expect(answerTo(DEPLOYMENTS, deployment).message).toContain(
      'json: cannot unmarshal number into Go struct field LabelSelector.spec.selector.matchLabels of type string',
    );
    expect(answerTo(PODS, pod).message).toContain(
      'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string',
    );
  });

  const withMode = (mode: string): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  volumes: [{name: v, secret: {secretName: s, defaultMode: ${mode}}}]\n  containers: [{name: c, image: x}]\n`;
  const modeIn = (object: KubeObject | undefined): unknown =>
    ((object?.spec as { volumes?: { secret?: { defaultMode?: unknown } }[] } | undefined)?.volumes ?? [])[0]?.secret
      ?.defaultMode;

  it.each<[text: string, mode: number, accepted: boolean]>([
    ['0644', 420, true],
    ['0o644', 420, true],
    ['420', 420, true],
    ['644', 644, false],
    ['0888', 888, false],
  ])('fc-306-octal-modes: %s is %d', (text, mode, accepted) => {
    expect(modeIn(objectsOf(read(withMode(text)))[0])).toBe(mode);
    const { message, object } = answerTo(PODS, withMode(text));
    if (accepted) expect(modeIn(object)).toBe(mode);
    else expect(message).toContain(`spec.volumes[0].secret.defaultMode: Invalid value: ${String(mode)}`);
  });

  it('fc-306-octal-modes: a text is no mode', () => {
    expect(answerTo(PODS, withMode('"0644"')).message).toContain(
      'json: cannot unmarshal string into Go struct field SecretVolumeSource.spec.volumes.secret.defaultMode of type int32',
    );
  });

  const HELM =
    '---\n# Source: shop/templates/node.yaml\napiVersion: v1\nkind: Node\nmetadata:\n  name: n1\nstatus:\n  allocatable: {cpu: "2", memory: 4Gi, pods: "10"}\n---\n# Source: shop/templates/optional.yaml\n# (rendered to nothing)\n---\n\n---\n# Source: shop/templates/cm.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: notes\ndata:\n  text: |\n    first\n    ---\n    second\n---   # trailing comment on a separator\napiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: c\n    image: registry.example/app:1\n    resources: {requests: {cpu: 1500m}}\n...\n---\n';

  it('fc-308-helm-output: what a chart renders, with empty documents and separators inside a text', () => {
    const scenario = read(HELM);
    expect(namesOf(scenario).sort()).toEqual(['ConfigMap/notes', 'Node/n1', 'Pod/web']);
    const notes = objectsOf(scenario).find(({ kind }) => kind === 'ConfigMap');
    expect(notes).toMatchObject({ data: { text: 'first\n---\nsecond\n' } });
    expect(nodeOf(run(HELM), 'web')).toBe('n1');
  });

  const SPEC = '"spec":{"containers":[{"name":"c","image":"x"}]}';
  const jsonPod = (name: string): string => `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"${name}"},${SPEC}}`;
  it.each([
    ['back to back', `${jsonPod('a')}\n${jsonPod('b')}`],
    ['with a separator', `${jsonPod('a')}\n---\n${jsonPod('b')}\n`],
    [
      'followed by YAML',
      `${jsonPod('a')}\n---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: b\nspec: {containers: [{name: c, image: x}]}\n`,
    ],
  ])('fc-312-json-streams: two objects %s', (_how, drop) => {
    expect(namesOf(read(drop))).toEqual(['Pod/a', 'Pod/b']);
  });

  it('fc-312-json-streams: a mistake behind a separator is told at its line', () => {
    expect(problemOf(`${jsonPod('a')}\n---\n{"apiVersion": nope}\n`)).toMatchObject({ code: 'bad-json', line: 3 });
    expect(problemOf(`${jsonPod('a')}\n---\napiVersion: v1\nkind: [\n`)).toMatchObject({ code: 'truncated', line: 4 });
    expect(problemOf(`${jsonPod('a')} --- ${jsonPod('b')}`)).toMatchObject({ code: 'bad-json', line: 1 });
  });

  const ANCHORS =
    'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: c\n    image: x\n    resources: &r {requests: {cpu: 1}}\n  - name: d\n    image: x\n    resources: *r\n  - name: e\n    image: x\n    resources:\n      <<: *r\n      limits: {cpu: 2}\n';
  const ALIAS_OF_ANOTHER =
    'apiVersion: v1\nkind: Pod\nmetadata: {name: b}\nspec: {containers: [{name: c, image: x, resources: *r}]}\n';

  it('fc-314-anchors: inside a document they and merge keys hold, beyond it they do not', () => {
    const [pod] = objectsOf(read(ANCHORS)) as Pod[];
    if (pod === undefined) throw new Error('no Pod');
    expect(podRequests(pod, { version: '1.35' }).get('cpu')?.cmp(parseQuantity('3'))).toBe(0);
    const problem = problemOf(`${ANCHORS}---\n${ALIAS_OF_ANOTHER}`);
    expect(problem).toMatchObject({ code: 'bad-yaml', line: 21 });
    expect(problem?.params['what']).toContain('"r"');
  });

  it('fc-316-wrong-case-enum: refused as the api-server does, not taken for one that fails to match', () => {
    const engine = run(
      `${node('n1')}apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  tolerations: [{key: dedicated, value: ml, effect: noSchedule}]\n  containers: [{name: c, image: registry.example/app:1}]\n`,
    );
    const [refusal] = engine.cluster.refusals();
    expect(refusal?.message).toContain(
      'spec.tolerations[0].effect: Unsupported value: "noSchedule": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
    );
    expect(engine.cluster.apiServer.list('pods')).toEqual([]);
  });

  it('fc-318-unrendered-template: said to be one, where the braces stand', () => {
    expect(problemOf('apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Release.Name }}\n')).toMatchObject({
      code: 'helm-template',
      line: 4,
      column: 9,
    });
  });

  it('fc-321-powershell-utf16: a file as a Windows shell redirects it', () => {
    const text = [
      'apiVersion: v1\nkind: Node\nmetadata:\n  name: n1\n  labels:\n    kubernetes.io/hostname: n1',
      'status:\n  allocatable: {cpu: "1", memory: 8Gi, pods: "110"}\n---',
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: c',
      '    image: registry.example/app:1\n    resources:\n      requests: {cpu: 500m}\n',
    ].join('\n');
    const bytes = new Uint8Array(Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`, 'utf16le'));
    expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xfe]);
    expect(namesOf(read(bytes)).sort()).toEqual(['Node/n1', 'Pod/web']);
    expect(nodeOf(run(bytes), 'web')).toBe('n1');
  });
});

describe('what a drop takes for granted', () => {
  const bound = (name: string, more: string): string =>
    `---\napiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: shop}\nspec:\n  nodeName: n1\n${more}  containers: [{name: c, image: x, resources: {limits: {cpu: 2}}}]\nstatus: {phase: Running}\n`;
  const drop = `${node('n1')}apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: gold}\nvalue: 7\n${bound('one', '  priorityClassName: gold\n')}${bound('two', '')}`;

  it('observed objects without identity are stored with one, and with the defaults', () => {
    const { apiServer } = openEngine({ name: 'drop.yaml', data: drop }).cluster;
    const pods = apiServer.list('pods') as readonly Pod[];
    const uids = [...pods, ...apiServer.list('nodes')].map(({ metadata }) => metadata.uid);
    expect(new Set(uids).size).toBe(3);
    for (const uid of uids) expect(uid).toMatch(/^[0-9a-f-]{36}$/);
    expect(pods.map(({ spec }) => spec.containers[0]?.resources?.requests)).toEqual([{ cpu: 2 }, { cpu: 2 }]);
    expect(pods.map(({ spec }) => spec.terminationGracePeriodSeconds)).toEqual([30, 30]);
    expect(pods.map(({ spec }) => spec.priority)).toEqual([7, undefined]);
  });

  it('namespaces that its objects are in exist', () => {
    const { apiServer } = openEngine({ name: 'drop.yaml', data: drop }).cluster;
    expect(apiServer.get('Namespace/shop')?.status).toEqual({ phase: 'Active' });
    expect(apiServer.get('Namespace/elsewhere')).toBeUndefined();
  });

  it('a dump says itself what there is', () => {
    const observed = drop.replace('{name: n1, labels', '{name: n1, uid: 0a, labels');
    const { apiServer, unknownKinds } = openEngine({ name: 'drop.yaml', data: observed }).cluster;
    expect(apiServer.get('Namespace/shop')).toBeUndefined();
    expect(unknownKinds.has('Namespace')).toBe(true);
    // Applied along with the dump: such a kind is not unknown.
    expect(unknownKinds.has('PriorityClass')).toBe(false);
  });

  it('a Pod that should long have stopped and is held still runs: its node keeps its place', () => {
    const stuck = (finalizers: string): string =>
      `${node('n1')}apiVersion: v1\nkind: Pod\nmetadata: {name: old, deletionTimestamp: "2025-01-01T00:00:00Z", deletionGracePeriodSeconds: 30, finalizers: [${finalizers}]}\nspec:\n  nodeName: n1\n  containers: [{name: c, image: x}]\nstatus: {phase: Running}\n`;
    const after = (finalizers: string): Pod | undefined =>
      run(stuck(finalizers)).cluster.apiServer.get('Pod/default/old') as Pod | undefined;
    expect(after('example.com/hold')?.status?.phase).toBe('Running');
    // One that the control plane takes off itself says nothing of the kind: the Pod is stopped, and goes.
    expect(after('batch.kubernetes.io/job-tracking')).toBeUndefined();
  });
});
