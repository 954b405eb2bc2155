/** Owners at each line: created, scaled, its status written by its controller, and the sequence of labs.md 5.6 by two appliers. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import type { KubeObject } from '../../src/model/objects.ts';
import type { OwnershipAnswer } from '../../src/protocol/protocol.ts';
import { printYaml } from '../../src/scenario/print.ts';
import { yamlLines } from '../../src/scenario/yaml-lines.ts';

const CASES = new URL('../cases/api-server/', import.meta.url);
const GALLERY = new URL('../../src/scenario/gallery/', import.meta.url);
const KEY = 'Deployment/default/web';

function opened(text: string): Engine {
  const engine = createEngine();
  expect(engine.open({ files: [{ name: 'case.yaml', data: text }] }).ok).toBe(true);
  while (engine.advance(5000).status.state === 'running');
  return engine;
}

const read = (folder: URL, name: string): string => readFileSync(new URL(name, folder), 'utf8');

/** Managers of the line that begins so, as "alice Apply". */
function ownersOf({ owners, lines }: OwnershipAnswer, text: string): string[] {
  const line = lines.find((one) => one.text.trim().replace(/^- /, '').startsWith(text));
  expect(line, text).toBeDefined();
  return (line?.owners ?? []).map((i) => {
    const { manager = '', operation = '', subresource = '' } = owners[i] ?? {};
    return [manager, operation, subresource].filter((part) => part !== '').join(' ');
  });
}

/** The last step at which the Deployment was written before `micros`. */
function stepBefore({ cluster: { world } }: Engine, micros: number): number {
  let step = world.step;
  while (world.trace.time(step) >= micros) step--;
  return step;
}

describe('each line is the line that kubectl prints', () => {
  const files = [
    ...readdirSync(CASES).map((name) => [name, read(CASES, name)] as const),
    ...readdirSync(GALLERY).map((name) => [name, read(GALLERY, name)] as const),
  ];
  it.each(files)('%s', (_, text) => {
    const { world } = opened(text).cluster;
    const etcd = world.collections().find(({ name }) => name === 'etcd');
    const objects = [...(etcd?.entries() ?? [])].map(([, object]) => object as KubeObject);
    expect(objects.length).toBeGreaterThan(6);
    for (const object of objects) {
      const lines = yamlLines(object).map((line) => line.text);
      expect(`${lines.join('\n')}\n`).toBe(printYaml(object));
    }
  });

  it('of what is hard to print: texts of several lines, names that want quotes, lists in lists, nothing', () => {
    const object = {
      metadata: { name: 'x', annotations: { 'a: b': 'one\ntwo\n', on: 'yes', '1': '' } },
      data: { text: 'a\n\n  b', list: [[1, [2]], [], {}, { deep: [{ a: null, b: 'x: y' }] }], none: {}, zero: 0 },
    };
    const lines = yamlLines(object);
    expect(`${lines.map(({ text }) => text).join('\n')}\n`).toBe(printYaml(object));
    expect(lines.find(({ text }) => text.trim() === 'two')?.path).toEqual(['metadata', 'annotations', 'a: b']);
  });
});

describe('a Deployment that is created, scaled and rolled out', () => {
  const engine = opened(read(CASES, 'scaled.yaml'));
  const { world } = engine.cluster;

  it('its creator owns what it sent, the controller the status, by way of status', () => {
    const answer = engine.ownership(stepBefore(engine, 5_000_000), KEY);
    expect(answer?.owners.map(({ manager, operation, subresource }) => [manager, operation, subresource])).toEqual([
      ['kube-controller-manager', 'Update', 'status'],
      ['kubectl-create', 'Update', ''],
    ]);
    if (answer === undefined) return;
    expect(ownersOf(answer, 'replicas: 2')).toEqual(['kubectl-create Update']);
    expect(ownersOf(answer, 'image: ')).toEqual(['kubectl-create Update']);
    // A create owns the defaults, too: the object as it was stored is what was added.
    expect(ownersOf(answer, 'progressDeadlineSeconds: ')).toEqual(['kubectl-create Update']);
    expect(ownersOf(answer, 'observedGeneration: 1')).toEqual(['kube-controller-manager Update status']);
    expect(ownersOf(answer, 'readyReplicas: 2')).toEqual(['kube-controller-manager Update status']);
    // Identity belongs to nobody.
    for (const text of ['apiVersion: ', 'kind: ', 'name: web', 'uid: ', 'resourceVersion: '])
      expect(ownersOf(answer, text)).toEqual([]);
  });

  it('whoever scales it by way of scale owns replicas from then on, and nothing else', () => {
    const answer = engine.ownership(world.step, KEY);
    expect(answer).toBeDefined();
    if (answer === undefined) return;
    expect(ownersOf(answer, 'replicas: 3')).toEqual(['kubectl Update scale']);
    expect(ownersOf(answer, 'image: ')).toEqual(['kubectl-create Update']);
    expect(ownersOf(answer, 'readyReplicas: 3')).toEqual(['kube-controller-manager Update status']);
  });

  it('a binding leaves no owner behind, the kubelet owns the status of the Pod', () => {
    const pod = [
      ...(world
        .collections()
        .find(({ name }) => name === 'etcd')
        ?.keys() ?? []),
    ].find((key) => key.startsWith('Pod/'));
    const answer = engine.ownership(world.step, pod ?? '');
    expect(answer?.owners.map(({ manager, subresource }) => [manager, subresource])).toEqual([
      ['kube-controller-manager', ''],
      ['kubelet', 'status'],
    ]);
    if (answer === undefined) return;
    expect(ownersOf(answer, 'nodeName: ')).toEqual([]);
    expect(ownersOf(answer, 'podIP: ')).toEqual(['kubelet Update status']);
    expect(ownersOf(answer, 'restartPolicy: ')).toEqual(['kube-controller-manager Update']);
  });

  it('what is not there has no lines', () => {
    expect(engine.ownership(0, KEY)).toEqual({ step: 0, key: KEY, exists: false, owners: [], lines: [] });
  });
});

describe('the sequence of labs.md 5.6', () => {
  const engine = opened(read(CASES, 'two-writers.yaml'));
  const at = (seconds: number): OwnershipAnswer => {
    const answer = engine.ownership(stepBefore(engine, seconds * 1e6), KEY);
    if (answer === undefined) throw new Error('no answer');
    return answer;
  };

  it('alice applies: she owns replicas and image, and not the defaults that the server filled in', () => {
    const answer = at(5);
    expect(ownersOf(answer, 'replicas: 3')).toEqual(['alice Apply']);
    expect(ownersOf(answer, 'image: ')).toEqual(['alice Apply']);
    expect(ownersOf(answer, 'revisionHistoryLimit: ')).toEqual([]);
  });

  it('the hpa’s update takes replicas over; alice keeps the image', () => {
    const answer = at(10);
    expect(ownersOf(answer, 'replicas: 5')).toEqual(['hpa Update']);
    expect(ownersOf(answer, 'image: ')).toEqual(['alice Apply']);
  });

  it('what was refused changed no owner', () => {
    expect(ownersOf(at(20), 'replicas: 5')).toEqual(['hpa Update']);
  });

  it('alice forces: she owns it again, and the manager that is left with nothing is gone', () => {
    const answer = at(22);
    expect(ownersOf(answer, 'replicas: 3')).toEqual(['alice Apply']);
    expect(answer.owners.map(({ manager }) => manager)).not.toContain('hpa');
  });

  it('bob applies the same value: both own it', () => {
    const answer = at(60);
    expect(ownersOf(answer, 'replicas: 3').sort()).toEqual(['alice Apply', 'bob Apply']);
    expect(ownersOf(answer, 'image: ')).toEqual(['alice Apply']);
  });
});
