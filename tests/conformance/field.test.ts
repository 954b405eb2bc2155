import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runConformance } from '../../src/conformance/conformance.ts';
import { failuresOf, runCases } from './cases.ts';

describe('reports from the field', () => {
  it('end as they were reported to end', () => {
    const report = runCases('field/field.ndjson');
    expect(failuresOf(report)).toEqual([]);
    expect(report.passed).toBe(50);
  });

  it('with 5,000 nodes and 50,000 Pods too', () => {
    const path = fileURLToPath(new URL('../cases/field/large.json', import.meta.url));
    const report = runConformance([{ name: path, text: readFileSync(path, 'utf8') }]);
    expect(failuresOf(report)).toEqual([]);
    expect(report.passed).toBe(1);
  });

  const NODE =
    'apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: "1", memory: 1Gi, pods: "9"}}\n---\n';
  const POD =
    'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: x, resources: {requests: {cpu: 2}}}]}\n';
  const judged = (input: unknown, expected: object): string[] => {
    const row = { id: 'r', source: 'field', kind: 'field', versions: ['1.35'], input, expect: expected };
    return failuresOf(runConformance([{ name: 'r', text: JSON.stringify(row) }]));
  };

  it('and a wrong word, node, text, reason or number is seen', () => {
    const message =
      '0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.';
    const right = { status: 'Pending', message, per_node: { n1: ['Insufficient cpu'] }, scheduler_ran: true };
    expect(judged(NODE + POD, { pods: { p: right }, victims: [], why: 'x' })).toEqual([]);
    // Each version has its text; only the one that runs is compared.
    expect(judged(NODE + POD, { pods: { p: { message: { 'v1.34.1': 'x', 'v1.35': message } } } })).toEqual([]);
    for (const wrong of [
      { status: 'Scheduled' },
      { node: 'n1' },
      { message: `${message}!` },
      { message: { 'v1.35': 'x' } },
      { per_node: {} },
      { per_node: { n1: ['Too many pods'] } },
      { scores: { n1: 100 } },
      { no_event: true },
      { scheduler_ran: false },
    ]) {
      expect(judged(NODE + POD, { pods: { p: { ...right, ...wrong } } })).toHaveLength(1);
    }
    expect(judged(NODE + POD, { pods: { p: right }, victims: ['p'] })).toHaveLength(1);
    expect(judged(NODE + POD, { effective_request: { p: { cpu: '3' } } })).toHaveLength(1);
    expect(judged(NODE + POD, { effective_request: { p: { cpu: '2000m' } } })).toEqual([]);
  });

  it('a drop that cannot be read fails its row', () => {
    expect(judged('kind: [', { pods: {} })).toHaveLength(1);
    expect(judged(7, { pods: { p: {} } })).toHaveLength(1);
  });

  it('what happens over time is a timeline in the verbs of a scenario', () => {
    const timeline = [{ at: '1s', delete: { kind: 'Pod', name: 'p' } }];
    const small = POD.replace('cpu: 2', 'cpu: 1');
    expect(judged({ objects: NODE + small, timeline }, { pods: { p: { status: 'Scheduled', node: 'n1' } } })).toEqual(
      [],
    );
  });
});
