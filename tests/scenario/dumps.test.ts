import { readFileSync, readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readScenario } from '../../src/scenario/scenario.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

const DUMPS = new URL('../cases/dumps/', import.meta.url);
const read = (name: string): Scenario => {
  const scenario = readScenario([
    { name: name.replace('.gz', ''), data: gunzipSync(readFileSync(new URL(name, DUMPS))) },
  ]);
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problem));
  return scenario.value;
};
const kinds = (s: Scenario): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { kind } of s.observed) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

describe('dumps as kubectl prints them', () => {
  it.each(readdirSync(DUMPS))('%s: a dump of 1.35, and its canonical text reads back equal', (name) => {
    const scenario = read(name);
    expect(scenario.dump).toBe(true);
    expect(scenario.kubernetesVersion).toBe('1.35');
    expect(scenario.versionFrom).toBe('kubelets');
    expect(scenario.applied).toEqual([]);
    const again = readScenario([{ name: 'again', data: scenario.canonical }]);
    expect(again.ok && again.value.observed).toEqual(scenario.observed);
    expect(again.ok && again.value.canonical).toBe(scenario.canonical);
    expect(again.ok && again.value.nowMicros).toBe(scenario.nowMicros);
  });

  it('the large dump has what its README says', () => {
    expect(kinds(read('big-dump-1--dump.yaml.gz'))).toEqual({
      Namespace: 11,
      Node: 60,
      PersistentVolumeClaim: 1,
      Pod: 568,
      PodDisruptionBudget: 12,
      PriorityClass: 5,
    });
  });

  it('one output behind another needs no marker between them', () => {
    const pod = (name: string): string => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, uid: ${name}}\n`;
    const list = `apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Node\n  metadata: {name: node-a, uid: node-a}\nkind: List\n`;
    const json =
      '{\n    "apiVersion": "v1",\n    "kind": "Pod",\n    "metadata": {"name": "c", "uid": "c"},\n    "spec": {"containers": [{"name": "app"}]}\n}\n';
    const metadata = 'metadata:\n  resourceVersion: ""\n';
    const spec = 'spec: {containers: [{name: app, image: app}]}\n';
    const data = list + metadata + pod('a') + spec + pod('b').replace(/\n/g, '\r\n') + spec + json;
    const all = readScenario([{ name: 'cat.yaml', data }]);
    expect(all.ok ? all.value.observed.map((o) => `${o.kind} ${o.metadata.name}`) : all.problem).toEqual([
      ...['Node node-a', 'Pod a', 'Pod b', 'Pod c'],
    ]);
  });

  it('YAML and JSON of one moment are the same objects', () => {
    const plain = (s: Scenario): unknown =>
      s.observed.map((o) => ({ ...o, metadata: { ...o.metadata, managedFields: undefined } }));
    expect(plain(read('a-deployment--1-running.list.json.gz'))).toEqual(
      plain(read('a-deployment--1-running.list.yaml.gz')),
    );
  });
});
