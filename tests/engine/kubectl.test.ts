/** What kubectl does by itself (v1.37): its three-way apply, its own refusals, its names as a field manager; and namespaces. */
import { describe, expect, it } from 'vitest';
import { actor } from '../../src/derive/words/names.ts';
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import { EVENT } from '../../src/model/events.ts';
import type { KubeObject, PodTemplateSpec } from '../../src/model/objects.ts';

const NODE = `apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}, conditions: [{type: Ready, status: "True"}]}
`;
const LAST = 'kubectl.kubernetes.io/last-applied-configuration';

function run(entries: readonly string[], objects: readonly string[] = []): Engine {
  const timeline = entries.map((entry, i) => `  - {at: ${String(i + 1)}s, ${entry}}\n`).join('');
  const head = 'apiVersion: steplane.dev/v1\nkind: Scenario\nspec:\n  kubernetesVersion: "1.35"\n  timeline:\n';
  const engine = createEngine();
  const text = [head + timeline, NODE, ...objects].join('---\n');
  const answer = engine.open({ files: [{ name: 's.yaml', data: text }] });
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
  while (engine.advance(5000).status.state === 'running');
  return engine;
}

const get = ({ cluster }: Engine, key: string): KubeObject | undefined => cluster.apiServer.get(key);
const dataOf = (object: KubeObject | undefined): unknown => (object as { readonly data?: unknown } | undefined)?.data;
const said = ({ cluster }: Engine): string[] =>
  cluster.refusals().map(({ object, message }) => `${object}: ${message}`);
const notes = ({ cluster }: Engine): string[] => cluster.notes().map(({ object, message }) => `${object}: ${message}`);
/** What kubectl asked for, as "patch ConfigMap/default/x". */
function asked({ cluster: { world } }: Engine): string[] {
  const { trace } = world;
  const steps = Array.from({ length: world.step }, (_, i) => i + 1);
  return steps
    .filter((step) => trace.kind(step) === EVENT['request.sent'] && trace.subject(step).startsWith('kubectl'))
    .map((step) => `${trace.detail(step)} ${trace.object(step)}`);
}

const map = (data: string, more = ''): string =>
  `{apiVersion: v1, kind: ConfigMap, metadata: {name: x, namespace: default${more}}, data: ${data}}`;
const web = (containers: string): string =>
  '{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 0, selector: {matchLabels: {app: web}}, ' +
  `template: {metadata: {labels: {app: web}}, spec: {containers: ${containers}}}}}`;
const specOf = (engine: Engine): PodTemplateSpec['spec'] =>
  (get(engine, 'Deployment/default/web')?.spec as { template: PodTemplateSpec }).template.spec;

describe('client-side apply', () => {
  it('keeps what it applied, as Go writes it, and takes out what the next manifest has not', () => {
    const engine = run([`apply: ${map('{b: "2<", a: "1"}')}`, `apply: ${map('{a: "1"}')}`]);
    const [, first] = [
      ...(engine.cluster.world
        .collections()
        .find(({ name }) => name === 'etcd')
        ?.history('ConfigMap/default/x') ?? []),
    ];
    expect((first?.value as KubeObject).metadata.annotations?.[LAST]).toBe(
      '{"apiVersion":"v1","data":{"a":"1","b":"2\\u003c"},"kind":"ConfigMap","metadata":{"annotations":{},"name":"x","namespace":"default"}}\n',
    );
    const after = get(engine, 'ConfigMap/default/x');
    expect(dataOf(after)).toEqual({ a: '1' });
    expect(after?.metadata.annotations).toEqual({
      [LAST]:
        '{"apiVersion":"v1","data":{"a":"1"},"kind":"ConfigMap","metadata":{"annotations":{},"name":"x","namespace":"default"}}\n',
    });
  });

  it('leaves alone what others added, and elements of lists that they did', () => {
    const engine = run([
      `apply: ${web('[{name: a, image: "a:1"}, {name: b, image: "b:1"}]')}`,
      'patch: {kind: Deployment, name: web, type: strategic, patch: {spec: {template: {spec: {containers: [{name: c, image: "c:1"}]}}}}}',
      `apply: ${web('[{name: a, image: "a:2"}]')}`,
    ]);
    const images = specOf(engine).containers.map(({ name, image }) => `${name} ${String(image)}`);
    expect(images.sort()).toEqual(['a a:2', 'c c:1']);
  });

  it('sends nothing where nothing differs', () => {
    const engine = run([`apply: ${map('{a: "1"}')}`, `apply: ${map('{a: "1"}')}`]);
    expect(asked(engine)).toEqual(['create ConfigMap/default/x', 'get ConfigMap/default/x']);
    expect(notes(engine)).toEqual([]);
  });

  it('warns where the annotation is missing, and keeps what it does not know to be its own', () => {
    const engine = run([`create: ${map('{a: "1", b: "2"}')}`, `apply: ${map('{a: "3"}')}`]);
    expect(notes(engine)).toEqual([
      `configmaps/x: resource configmaps/x is missing the ${LAST} annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.`,
    ]);
    expect(dataOf(get(engine, 'ConfigMap/default/x'))).toEqual({ a: '3', b: '2' });
    expect(get(engine, 'ConfigMap/default/x')?.metadata.annotations?.[LAST]).toContain('"data":{"a":"3"}');
  });

  it('a Deployment keeps the annotation to itself', () => {
    const engine = run([`apply: ${web('[{name: a, image: "a:1"}]')}`]);
    const [set] = engine.cluster.apiServer.list('replicasets');
    expect(set?.metadata.annotations).not.toHaveProperty([LAST]);
  });
});

describe('what kubectl refuses by itself', () => {
  it('setImage of a container that is not there; the others change', () => {
    const engine = run([
      `create: ${web('[{name: c, image: "c:1"}]')}`,
      'setImage: {kind: Deployment, name: web, containers: {nope: "x:1"}}',
      'setImage: {kind: Deployment, name: web, containers: {nope: "x:1", c: "c:2"}}',
    ]);
    const words = 'deployments/web: unable to find container named "nope"';
    expect(said(engine)).toEqual([words, words]);
    expect(specOf(engine).containers).toMatchObject([{ name: 'c', image: 'c:2' }]);
    expect(asked(engine).slice(1)).toEqual(['get Deployment/default/web', 'patch Deployment/default/web']);
  });

  it('setImage of every container, of init containers, and of what has no Pods', () => {
    const engine = run([
      `create: ${web('[{name: c, image: "c:1"}], initContainers: [{name: i, image: "i:1"}]')}`,
      'setImage: {kind: Deployment, name: web, containers: {"*": "all:2"}}',
      'setImage: {kind: Deployment, name: web, containers: {i: "i:3"}}',
      `create: ${map('{a: "1"}')}`,
      'setImage: {kind: ConfigMap, name: x, containers: {c: "c:1"}}',
    ]);
    expect(specOf(engine)).toMatchObject({
      containers: [{ name: 'c', image: 'all:2' }],
      initContainers: [{ name: 'i', image: 'i:3' }],
    });
    expect(said(engine)).toEqual([
      'configmaps/x: the object is not a pod or does not have a pod template: *v1.ConfigMap',
    ]);
  });

  it('untaint of what is not there, cordon twice, pause twice, a label that is not there', () => {
    const engine = run([
      'untaint: {node: n1, key: k}',
      'untaint: {node: n1, key: k, effect: NoSchedule}',
      'cordon: n1',
      'cordon: n1',
      'uncordon: n1',
      'uncordon: n1',
      'label: {kind: Node, name: n1, labels: {gone: null}}',
      `create: ${web('[{name: c, image: "c:1"}]')}`,
      'resumeRollout: {kind: Deployment, name: web}',
      'pauseRollout: {kind: Deployment, name: web}',
      'pauseRollout: {kind: Deployment, name: web}',
      `create: ${map('{a: "1"}')}`,
      'pauseRollout: {kind: ConfigMap, name: x}',
      'scale: {kind: ConfigMap, name: x, replicas: 2}',
    ]);
    // In order of time, whatever the entries' numbers look like as text.
    expect(said(engine)).toEqual([
      'nodes/n1: taint "k" not found',
      'nodes/n1: taint "k:NoSchedule" not found',
      'deployments/web: deployments.apps "web" is not paused',
      'deployments/web: deployments.apps "web" is already paused',
      'configmaps/x: configmaps "x" pausing is not supported',
      'configmaps/x: the server could not find the requested resource',
    ]);
    expect(notes(engine)).toEqual([
      'nodes/n1: already cordoned',
      'nodes/n1: already uncordoned',
      'nodes/n1: label "gone" not found.',
    ]);
    expect(asked(engine).filter((one) => one === 'patch Node/n1')).toHaveLength(3);
  });
});

describe('field managers are known from the create on', () => {
  const engine = run([
    `create: ${map('{a: "1"}')}, fieldManager: ctl-a`,
    'patch: {kind: ConfigMap, name: x, type: merge, patch: {data: {b: "2"}}}, fieldManager: ctl-b',
    `apply: ${map('{b: "3"}')}, serverSide: true, fieldManager: ctl-c`,
    `apply: ${map('{b: "3"}')}, serverSide: true, fieldManager: ctl-c, force: true`,
    'label: {kind: Node, name: n1, labels: {a: b}}',
    'apply: {apiVersion: v1, kind: Node, metadata: {name: n1, labels: {a: c}}}, serverSide: true, fieldManager: ctl-c',
  ]);

  it('a conflict names who wrote the field; what the input observed was before the first apply', () => {
    expect(said(engine)).toEqual([
      'configmaps/x: Apply failed with 1 conflict: conflict with "ctl-b" using v1: .data.b',
      'nodes/n1: Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .metadata.labels.a',
    ]);
  });

  it('and stands in the object once somebody applied', () => {
    const fields = get(engine, 'ConfigMap/default/x')?.metadata.managedFields as Readonly<Record<string, unknown>>[];
    expect(fields.map(({ manager, operation, fieldsV1 }) => [manager, operation, fieldsV1])).toEqual([
      ['ctl-c', 'Apply', { 'f:data': { 'f:b': {} } }],
      ['ctl-a', 'Update', { 'f:data': { '.': {}, 'f:a': {} } }],
    ]);
  });

  it('the log says who it was', () => {
    const { trace, step } = engine.cluster.world;
    const subjects = new Set(Array.from({ length: step }, (_, at) => trace.subject(at + 1)));
    expect([...subjects].filter((subject) => subject.startsWith('kubectl'))).toEqual([
      'kubectl ctl-a',
      'kubectl ctl-b',
      'kubectl ctl-c',
      'kubectl',
    ]);
    expect([actor('kubectl ctl-a', 'en'), actor('kubectl ctl-a', 'ja')]).toEqual([
      'kubectl as ctl-a',
      'kubectl（ctl-a）',
    ]);
  });

  it('kubectl’s commands have names of their own', () => {
    const own = run([
      `apply: ${map('{a: "1"}')}`,
      'annotate: {kind: ConfigMap, name: x, annotations: {k: v}}',
      `apply: ${map('{a: "2"}')}, serverSide: true, fieldManager: ctl-c`,
    ]);
    expect(said(own)).toEqual([
      'configmaps/x: Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using v1: .data.a',
    ]);
    const owners = own.ownership(own.cluster.world.step, 'ConfigMap/default/x')?.owners;
    expect(owners?.map(({ manager }) => manager)).toEqual(['kubectl-client-side-apply', 'kubectl-annotate']);
  });
});

describe('namespaces', () => {
  it('of a timeline are not made up; those that objects of the input stand in are, with a warning', () => {
    const engine = run(
      ['create: {apiVersion: v1, kind: ConfigMap, metadata: {name: x, namespace: nope}}'],
      ['apiVersion: v1\nkind: ConfigMap\nmetadata: {name: z, namespace: team}\n'],
    );
    expect(said(engine)).toEqual(['configmaps/x: namespaces "nope" not found']);
    expect(get(engine, 'Namespace/nope')).toBeUndefined();
    expect(get(engine, 'Namespace/team')).toBeDefined();
    expect(engine.cluster.warnings).toMatchObject([{ code: 'namespace-assumed', params: { name: 'team' } }]);
  });

  it('that every cluster has may not be deleted, but for the one of the Leases', () => {
    const names = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];
    const engine = run(names.map((name) => `delete: {kind: Namespace, name: ${name}}`));
    expect(engine.cluster.refusals().map(({ code, message }) => `${String(code)} ${message}`)).toEqual(
      names.slice(0, 3).map((name) => `403 namespaces "${name}" is forbidden: this namespace may not be deleted`),
    );
  });
});

it('what was read tells what the scenario brings beside objects', () => {
  const engine = createEngine();
  const text = `apiVersion: steplane.dev/v1
kind: Scenario
spec:
  lessons: [{name: resync}]
  timeline:
  - {at: 1s, create: ${map('{a: "1"}')}}
  - {at: 2s, cordon: n1}
  - {at: 3s, create: ${map('{a: "1"}')}}
`;
  const answer = engine.open({ files: [{ name: 's.yaml', data: text }] });
  expect(answer.ok && answer.value.summary.scripted).toEqual({
    verbs: [
      { verb: 'create', count: 2 },
      { verb: 'cordon', count: 1 },
    ],
    lessons: ['resync'],
    listeners: 0,
    metrics: 0,
  });
});
