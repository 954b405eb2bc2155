import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

const hintsOf = (scenario: string, pod: string): readonly (readonly [string, readonly unknown[]])[] => {
  const data = readFileSync(new URL(`../cases/pending/${scenario}.yaml`, import.meta.url), 'utf8');
  const engine = runToRest(openEngine({ name: scenario, data }));
  const { nodes } = engine.why(engine.cluster.world.step, `Pod/default/${pod}`);
  return nodes.map(({ name, hints }) => [name, hints.map(({ code, params }) => ({ code, ...params }))]);
};

const GIBI = 1024 ** 3;
const ZONE = 'topology.kubernetes.io/zone';
const HOST = 'kubernetes.io/hostname';

describe('what a node lacks, in figures and names', () => {
  it.each([
    [
      'cpu',
      'api',
      { 'node-b': [{ code: 'short', resource: 'cpu', asked: 4000, free: 3900, short: 100, total: 4000 }] },
    ],
    [
      'memory',
      'store',
      {
        'node-b': [
          {
            code: 'short',
            resource: 'memory',
            asked: 3500 * 1024 ** 2,
            free: 2 * GIBI,
            short: 1452 * 1024 ** 2,
            total: 4 * GIBI,
          },
        ],
      },
    ],
    [
      'too-many-pods',
      'late',
      { 'node-a': [{ code: 'short', resource: 'pods', asked: 1, free: 0, short: 1, total: 2 }] },
    ],
    ['taint', 'web', { 'node-a': [{ code: 'taint', key: 'dedicated', value: 'batch', effect: 'NoSchedule' }] }],
    ['cordoned', 'web', { 'node-a': [{ code: 'cordoned', node: 'node-a' }] }],
    [
      'label-value',
      'db',
      { 'node-b': [{ code: 'label', key: 'disktype', wanted: 'sdd', found: 'hdd', exists: 0, nearest: 'ssd' }] },
    ],
    [
      'label-key',
      'db',
      { 'node-a': [{ code: 'label', key: 'diskype', wanted: 'ssd', found: '', exists: 0, nearestKey: 'disktype' }] },
    ],
    [
      'label-nowhere',
      'db',
      { 'node-a': [{ code: 'label', key: 'team', wanted: 'payments', found: '', exists: 0, nearestKey: '' }] },
    ],
    ['affinity-rule', 'db', { 'node-a': [{ code: 'label-rule', key: 'arch', wanted: 'NotIn (arm)', found: 'arm' }] }],
    [
      'max-skew',
      'web-2',
      { 'node-a': [{ code: 'skew', topologyKey: ZONE, domain: 'a', count: 1, least: 0, skew: 2, maxSkew: 1 }] },
    ],
    [
      'min-domains',
      'web-3',
      { 'node-b': [{ code: 'skew', topologyKey: ZONE, domain: 'b', count: 1, least: 0, skew: 2, maxSkew: 1 }] },
    ],
    ['no-domain', 'web-1', { 'node-a': [{ code: 'no-domain', topologyKey: 'example.com/rack' }] }],
    ['host-port', 'proxy-c', { 'node-b': [{ code: 'port', port: 8080, holder: 'default/proxy-b' }] }],
    [
      'own-anti-affinity',
      'web-3',
      {
        'node-b': [
          {
            code: 'anti-affinity',
            topologyKey: HOST,
            domain: 'node-b',
            selector: 'app=web',
            pods: 'default/web-2',
            count: 1,
          },
        ],
      },
    ],
    [
      'existing-anti-affinity',
      'web-1',
      {
        'node-a': [
          {
            code: 'existing-anti-affinity',
            topologyKey: HOST,
            domain: 'node-a',
            selector: 'app=web',
            pods: 'default/loner',
            count: 1,
          },
        ],
      },
    ],
    [
      'pod-affinity',
      'web',
      {
        'node-a': [
          { code: 'affinity', topologyKey: HOST, domain: 'node-a', selector: 'app=cahce', pods: '', count: 0 },
        ],
      },
    ],
  ])('%s', (scenario, pod, expected) => {
    expect(Object.fromEntries(hintsOf(scenario, pod))).toMatchObject(expected);
  });
});
