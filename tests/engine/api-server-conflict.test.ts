/** Refused requests side by side, in a run where two clients write the same Deployment (labs.md 5.6 and beside it). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import { valueAt } from '../../src/engine/field-paths.ts';
import type { KubeObject } from '../../src/model/objects.ts';
import type { ConflictAnswer } from '../../src/protocol/protocol.ts';

const KEY = 'Deployment/default/web';
const TEXT = readFileSync(new URL('../cases/api-server/two-writers.yaml', import.meta.url), 'utf8');
const MODIFIED = 'the object has been modified; please apply your changes to the latest version and try again';

function opened(text = TEXT): Engine {
  const engine = createEngine();
  expect(engine.open({ files: [{ name: 'case.yaml', data: text }] }).ok).toBe(true);
  while (engine.advance(5000).status.state === 'running');
  return engine;
}

const engine = opened();
const { world } = engine.cluster;

const answers = (): ConflictAnswer[] =>
  engine.apiServer(world.step).conflicts.flatMap(({ step }) => engine.conflict(step) ?? []);

function answerOf(verb: string, code: number, reason: string): ConflictAnswer {
  const found = answers().find(
    (one) => one.client.startsWith('kubectl') && one.verb === verb && one.code === code && one.reason === reason,
  );
  if (found === undefined) throw new Error(`no ${verb} ${String(code)}`);
  return found;
}

const fieldOf = ({ fields }: ConflictAnswer, path: string) => fields.find((field) => field.path === path);

/** The version of the Deployment that stood at a revision. */
function versionAt(revision: string): KubeObject | undefined {
  const etcd = world.collections().find(({ name }) => name === 'etcd');
  const versions = [...(etcd?.history(KEY) ?? [])].map(({ value }) => value as KubeObject | undefined);
  return versions.find((value) => value?.metadata.resourceVersion === revision);
}

describe('a server-side apply that meets another owner', () => {
  const answer = answerOf('apply', 409, 'Conflict');

  it('has the message that the real api-server gives, and the owner of each field', () => {
    expect(answer.message).toBe('Apply failed with 1 conflict: conflict with "hpa" using apps/v1: .spec.replicas');
    expect(answer.fields).toEqual([
      {
        path: 'spec.replicas',
        read: '3',
        sent: '3',
        stored: '5',
        owner: '"hpa" using apps/v1',
      },
    ]);
  });

  it('goes on from what this manager applied last, and tells who wrote since', () => {
    expect(answer.fieldManager).toBe('alice');
    expect(versionAt(answer.readRevision ?? '')?.metadata.managedFields).toHaveLength(1);
    const scale = answer.between.find(({ client }) => client === 'kubectl hpa');
    expect(scale).toMatchObject({ verb: 'patch', type: 'MODIFIED', key: KEY });
    expect(answer.between.every(({ revision }) => revision > Number(answer.readRevision))).toBe(true);
    expect(answer.between.at(-1)?.revision).toBe(Number(answer.storedRevision));
  });
});

describe('a write upon a version that is no longer the newest', () => {
  const answer = answerOf('patch', 409, 'Conflict');

  it('puts read, sent and stored beside each other', () => {
    expect(answer.message).toBe(`Operation cannot be fulfilled on deployments.apps "web": ${MODIFIED}`);
    expect(answer.readRevision).toBe('8');
    const [first] = answer.fields;
    expect(first).toEqual({ path: 'metadata.resourceVersion', read: '8', sent: '8', stored: answer.storedRevision });
    expect(fieldOf(answer, 'spec.replicas')).toEqual({ path: 'spec.replicas', read: '3', sent: '5', stored: '5' });
    expect(fieldOf(answer, 'spec.paused')).toEqual({ path: 'spec.paused', sent: 'true' });
    // A patch of the object itself does not reach its status.
    expect(fieldOf(answer, 'status.readyReplicas')).toEqual({
      path: 'status.readyReplicas',
      stored: '5',
      ignored: true,
    });
  });

  it('every commit of the object since then is named, and nothing else', () => {
    const etcd = world.collections().find(({ name }) => name === 'etcd');
    const since = [...(etcd?.history(KEY, answer.step) ?? [])].map(({ step }) => step).reverse();
    expect(answer.between.map(({ step }) => step)).toEqual(since.slice(since.indexOf(answer.between[0]?.step ?? 0)));
    expect(answer.between.map(({ step }) => world.trace.number(step))).toEqual(
      answer.between.map(({ revision }) => revision),
    );
  });
});

describe('other refusals', () => {
  it('AlreadyExists: what was sent beside what is there, and the commit that made it', () => {
    const answer = answerOf('create', 409, 'AlreadyExists');
    expect(answer.message).toBe('deployments.apps "web" already exists');
    expect(answer.between).toMatchObject([{ type: 'ADDED', revision: 8, verb: 'apply', client: 'kubectl alice' }]);
    expect(answer.fields).toEqual([
      { path: 'spec.replicas', sent: '1', stored: '5' },
      {
        path: 'spec.template.spec.containers[app].image',
        sent: 'registry.k8s.io/nginx:2',
        stored: 'registry.k8s.io/nginx:1',
      },
    ]);
  });

  it('Invalid: the field that the message names, with what it says of it', () => {
    const answer = answerOf('patch', 422, 'Invalid');
    expect(answer.fields).toEqual([
      {
        path: 'spec.replicas',
        sent: '-1',
        stored: '5',
        problem: 'Invalid value: -1: must be greater than or equal to 0',
      },
    ]);
    expect(answer.between).toEqual([]);
  });

  it('NotFound: nothing stands beside what was sent', () => {
    const answer = answerOf('patch scale', 404, 'NotFound');
    expect(answer).toMatchObject({ storedRevision: '', between: [], fields: [] });
    expect(answer.message).toBe('deployments.apps "gone" not found');
  });

  it('a controller meets its own write where its cache has not seen it yet', () => {
    const own = answers().filter(({ client }) => client === 'kube-controller-manager');
    expect(own.length).toBeGreaterThan(0);
    for (const { between, reason, readRevision, storedRevision } of own) {
      expect(reason).toBe('Conflict');
      expect(Number(readRevision)).toBeLessThan(Number(storedRevision));
      expect(between.length).toBeGreaterThan(0);
    }
  });
});

describe('looking changes nothing', () => {
  it('digest, length and branch are what they were', () => {
    const fresh = opened();
    const before = fresh.cluster.world.digest();
    const listed = fresh.apiServer(fresh.cluster.world.step).conflicts;
    for (const { step } of listed) fresh.conflict(step);
    expect(fresh.cluster.world.digest()).toBe(before);
    expect(fresh.cluster.world.branch).toBe(0);
    expect(before).toBe(world.digest());
    // Heard in one go or one by one, the answers are the same.
    const alone = opened();
    for (const { step, message } of [...listed].reverse()) expect(alone.conflict(step)?.message).toBe(message);
  });

  it('a list is as of its step, newest first', () => {
    const { conflicts } = engine.apiServer(world.step);
    const [, second] = conflicts;
    const earlier = engine.apiServer((conflicts[0]?.step ?? 0) - 1);
    expect(earlier.conflicts[0]).toEqual(second);
    expect(earlier.refused).toBe(engine.apiServer(world.step).refused - 1);
    const steps = conflicts.map(({ step }) => step);
    expect(steps).toEqual([...steps].sort((a, b) => b - a));
  });

  it('a step that refused nothing has no conflict', () => {
    expect(engine.conflict(0)).toBeUndefined();
    expect(engine.conflict(1)).toBeUndefined();
    expect(engine.conflict(world.step + 1)).toBeUndefined();
  });

  it('entries of a fork are heard as well: they came from outside', () => {
    const forked = opened();
    const { step } = forked.cluster.world;
    const patch = { kind: 'Deployment', name: 'web', namespace: 'default', type: 'merge' };
    const body = { ...patch, patch: { metadata: { resourceVersion: '8' }, spec: { paused: true } } };
    expect(forked.fork(step, [{ verb: 'patch', body }]).ok).toBe(true);
    while (forked.advance(5000).status.state === 'running');
    const [newest] = forked.apiServer(forked.cluster.world.step).conflicts;
    expect(newest).toMatchObject({ client: 'kubectl', verb: 'patch', code: 409, key: KEY });
    expect(newest?.step).toBeGreaterThan(step);
    expect(forked.conflict(newest?.step ?? 0)?.readRevision).toBe('8');
  });
});

describe('places that the api-server names', () => {
  const object = {
    metadata: { annotations: { 'deployment.kubernetes.io/revision': '1' }, finalizers: ['a/b', 'c'] },
    spec: {
      containers: [
        { name: 'app', ports: [{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP' }] },
        { name: 'side' },
      ],
      nodeSelector: { 'a.b/c': 'x' },
    },
  };
  it.each([
    ['.metadata.annotations.deployment.kubernetes.io/revision', '1'],
    ['.metadata.finalizers[="c"]', 'c'],
    ['.spec.containers[name="side"].name', 'side'],
    ['.spec.containers[name="app"].ports[containerPort=80,protocol="TCP"].containerPort', 80],
    ['.spec.containers[name="app"].ports[containerPort=53,protocol="UDP"].protocol', 'UDP'],
    ['spec.containers[1].name', 'side'],
    ['spec.nodeSelector[a.b/c]', 'x'],
    ['spec.containers[7].name', undefined],
    ['spec.nothing.there', undefined],
  ])('%s', (path, value) => {
    expect(valueAt(object, path)).toEqual(value);
  });
});

describe('an eviction that a budget refuses', () => {
  const data = readFileSync(new URL('../cases/workloads/drain-given-up.yaml', import.meta.url), 'utf8');
  const drained = opened(data);

  it('names the budget and its numbers, and sets no fields of an Eviction beside those of a Pod', () => {
    const { trace } = drained.cluster.world;
    let at = 1;
    while (trace.detail(at) !== 'TooManyRequests') at++;
    expect(drained.conflict(at)).toMatchObject({
      // The message of eviction.go's createTooManyRequestsError, the cause of checkAndDecrement.
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      budget: {
        key: 'PodDisruptionBudget/default/api',
        cause: 'The disruption budget api needs 2 healthy pods and has 2 currently',
        allowed: 0,
        healthy: 2,
        desired: 2,
      },
      fields: [],
    });
  });
});
