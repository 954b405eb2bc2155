/** A fault that finds nobody says so when it is carried out, as kubectl does of an object that is not there. */
import { describe, expect, it } from 'vitest';
import { runFaults } from './fault-runs.ts';

const said = (entry: string) => {
  const { engine } = runFaults([`{at: 5s, ${entry}}`]);
  const { refusals, notes } = engine.cluster;
  return {
    refused: refusals().map(({ verb, message }) => `${verb}: ${message}`),
    noted: notes().map((n) => n.message),
  };
};

describe('verbs whose target is absent', () => {
  // What kubectl itself answers to `cordon node-x`.
  it.each([
    ['cordon: node-x', 'patch: nodes "node-x" not found'],
    ['kubeletStops: node-x', 'kubeletStops: nodes "node-x" not found'],
    ['kubeletPauses: node-x, for: 2s', 'kubeletPauses: nodes "node-x" not found'],
    ['kubeletResumes: node-x', 'kubeletResumes: nodes "node-x" not found'],
    ['crash: kubelet node-x, for: 2s', 'crash: nodes "node-x" not found'],
    ['fillDisk: {node: node-x}', 'fillDisk: nodes "node-x" not found'],
    ['fillDisk: {node: node-0000, usage: {nobody: 5Gi}}', 'fillDisk: pods "nobody" not found on node "node-0000"'],
    ['containerExits: {pod: nobody, exitCode: 1}', 'containerExits: pods "nobody" not found'],
    ['containerExits: {pod: "nobody-*", exitCode: 1}', 'containerExits: pods "nobody-*" not found'],
    [
      'containerExits: {pod: "web-*", container: z, exitCode: 1}',
      'containerExits: the container "z" of pods "web-*" does not run',
    ],
  ])('%s', (entry, words) => {
    expect(said(entry)).toEqual({ refused: [words], noted: [] });
  });

  it('a probe’s answer waits for a Pod that comes later, and says that none is there', () => {
    const entry = 'probe: {pod: nobody, probe: liveness, result: failure}';
    expect(said(entry)).toEqual({ refused: [], noted: ['pods "nobody" not found: it is for those that come later'] });
  });

  // A machine may join later, and some of those who use a node up are there.
  it.each([
    ['cut: {client: kubelet node-x}, for: 2s', 'nodes "node-x" not found'],
    ['slow: {watch: kubelet node-x pods, by: 1s}, for: 2s', 'nodes "node-x" not found'],
    ['drop: {watch: kubelet node-x}', 'nodes "node-x" not found'],
    ['duplicate: {watch: kubelet node-x pods}', 'nodes "node-x" not found'],
    ['partition: {nodes: [node-0000, node-x, node-y]}, for: 2s', 'nodes "node-x" not found, nodes "node-y" not found'],
    ['partition: {clients: [kubelet node-x]}, for: 2s', 'nodes "node-x" not found'],
    [
      'fillDisk: {node: node-0000, usage: {"web-*": 5Gi, nobody: 1Gi}}, for: 2s',
      'pods "nobody" not found on node "node-0000"',
    ],
  ])('%s is a note', (entry, words) => {
    expect(said(entry)).toEqual({ refused: [], noted: [words] });
  });

  it('a machine that is gone already', () => {
    const { engine } = runFaults(['{at: 5s, kubeletStops: node-0001}', '{at: 8s, kubeletPauses: node-0001, for: 1s}']);
    expect(engine.cluster.refusals().map(({ message }) => message)).toEqual(['no kubelet runs on node "node-0001"']);
  });
});

describe('verbs whose target is there', () => {
  it.each([
    'kubeletPauses: node-0000, for: 2s',
    'crash: kubelet node-0000, for: 2s',
    'containerExits: {pod: "web-*", exitCode: 1}',
    'probe: {pod: "web-*", probe: liveness, result: failure, }',
    'fillDisk: {node: node-0000}, for: 2s',
    'fillDisk: {node: node-0000, usage: {"web-*": 5Gi}}, for: 2s',
    'cut: {client: kubelet node-0000}, for: 2s',
    'cut: {client: kubelet}, for: 2s',
    'slow: {watch: kube-scheduler pods, by: 1s}, for: 2s',
    'partition: {nodes: [node-0001]}, for: 2s',
  ])('%s says nothing', (entry) => {
    expect(said(entry)).toEqual({ refused: [], noted: [] });
  });
});

describe('events that a fault is to take and that do not come', () => {
  const left = (...entries: readonly string[]) => runFaults(entries).engine.left().unreached;

  it('are told at the end of the run, by the entry that waits for them', () => {
    // The Deployment is up: nothing changes any more, but for the label.
    expect(
      left(
        '{at: 30s, label: {kind: Node, name: node-0000, labels: {a: b}}}',
        '{at: 20s, drop: {watch: kube-scheduler nodes, next: 5}}',
        '{at: 20s, duplicate: {watch: kube-controller-manager services}}',
      ),
    ).toEqual([
      { index: 1, verb: 'drop', at: 20_000_000, waitsFor: { events: 4, watch: 'kube-scheduler nodes' } },
      {
        index: 2,
        verb: 'duplicate',
        at: 20_000_000,
        waitsFor: { events: 1, watch: 'kube-controller-manager services' },
      },
    ]);
  });

  it('are not where all came, or where its time was over', () => {
    expect(
      left(
        '{at: 20s, drop: {watch: kube-scheduler nodes}}',
        '{at: 20s, drop: {watch: kube-scheduler services, next: 5}, for: 10s}',
        '{at: 30s, label: {kind: Node, name: node-0000, labels: {a: b}}}',
      ),
    ).toEqual([]);
  });
});
