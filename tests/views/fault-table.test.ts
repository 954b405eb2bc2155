import { describe, expect, it } from 'vitest';
import { faultWords } from '../../src/derive/words/faults.ts';
import { readEntries } from '../../src/scenario/fork.ts';
import { entryText } from '../../src/views/faults/entry-text.ts';
import {
  entryOf,
  FAULTS,
  faultsOf,
  presetsOf,
  wrongFields,
  type Fault,
  type FaultTarget,
} from '../../src/views/faults/fault-table.ts';

const TARGETS: readonly FaultTarget[] = [
  { id: 'kube-apiserver', kind: 'api-server', name: 'kube-apiserver', watches: [] },
  { id: 'kube-scheduler', kind: 'process', name: 'kube-scheduler', watches: ['pods'] },
  { id: 'node node-1', kind: 'node', name: 'node-1', watches: [] },
  { id: 'line kubelet node-1', kind: 'line', name: 'kubelet node-1', watches: ['pods'] },
];
const all = TARGETS.flatMap((target) => faultsOf(target).map((fault) => [target, fault] as const));
const find = (verb: string): Fault => FAULTS.find((fault) => fault.verb === verb) as Fault;

describe('the table of faults', () => {
  it('has at least one for every kind of target, and each is used', () => {
    for (const target of TARGETS) expect(faultsOf(target).length).toBeGreaterThan(0);
    expect(new Set(all.map(([, fault]) => fault))).toEqual(new Set(FAULTS));
  });

  it.each(all.map(([target, fault]) => [`${fault.verb} on ${target.id}`, target, fault] as const))(
    '%s is an entry that a timeline takes, as it stands in the form and without what may be left out',
    (_name, target, fault) => {
      const presets = presetsOf(fault);
      const bare = Object.fromEntries(
        fault.fields.map(({ name, optional }) => [name, optional === true ? '' : presets[name]]),
      );
      for (const values of [presets, bare]) {
        expect(wrongFields(fault, values)).toEqual([]);
        const { verb, body, options } = entryOf(fault, target, values);
        expect(readEntries([{ afterStep: 1, [verb]: body, ...options }])).toMatchObject({ ok: true });
      }
    },
  );

  it.each(FAULTS.map(({ verb }) => verb))('%s has its words in both languages', (verb) => {
    expect(Object.keys(faultWords('en').faults)).toContain(verb);
    expect(Object.keys(faultWords('ja').faults)).toContain(verb);
  });

  it('a fault of one watch names it, and how long it lasts stands beside the verb', () => {
    const line = TARGETS[3] as FaultTarget;
    expect(entryOf(find('cut'), line, { watch: 'pods', for: ' 20s ' })).toEqual({
      verb: 'cut',
      body: { client: 'kubelet node-1 pods' },
      options: { for: '20s' },
    });
    expect(entryOf(find('slow'), line, { watch: '', by: '2s', for: '' })).toEqual({
      verb: 'slow',
      body: { watch: 'kubelet node-1', by: '2s' },
    });
  });

  it('what was done is told with its target first', () => {
    const { faults } = faultWords('en');
    const slow = { verb: 'slow', body: { by: '2s', watch: 'kube-scheduler pods' }, options: { for: '30s' } };
    expect(entryText(slow, faultWords('en'))).toBe(`kube-scheduler pods: ${faults['slow']?.short ?? ''} (2s, 30s)`);
    expect(entryText({ verb: 'crash', body: 'kube-scheduler' }, faultWords('en'))).toBe(
      `kube-scheduler: ${faults['crash']?.short ?? ''}`,
    );
    expect(entryText({ verb: 'compact', body: {} }, faultWords('en'))).toContain('etcd');
    expect(entryText({ verb: 'scale', body: { kind: 'Deployment', name: 'web', replicas: 3 } }, faultWords('en'))).toBe(
      'web: scale (Deployment, 3)',
    );
  });

  it('a time that is none is told', () => {
    expect(wrongFields(find('slow'), { by: 'soon', watch: '', for: '' })).toEqual(['by']);
    expect(wrongFields(find('slow'), { by: '', watch: '', for: '5' })).toEqual(['by', 'for']);
  });
});
