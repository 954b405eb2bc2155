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
    expect(said(entry)).toEqual({ refused: [], noted: ['pods "nobody" not found'] });
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
  ])('%s says nothing', (entry) => {
    expect(said(entry)).toEqual({ refused: [], noted: [] });
  });
});
