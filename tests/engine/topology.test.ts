import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { dump, openEngine, runToRest } from '../fixtures/dumps.ts';
import { crowded, hundred, leftOut, wished } from '../fixtures/topology.ts';

const LATE = 'Pod/default/late';
type Rows = readonly { readonly domains: readonly { readonly value: string; readonly allowed: boolean }[] }[];
const refusedBy = (rows: Rows): readonly (readonly string[])[] =>
  rows.map(({ domains }) =>
    domains
      .filter(({ allowed }) => !allowed)
      .map(({ value }) => value)
      .sort(),
  );

describe('what spread and affinity count for a Pod', () => {
  const engine = runToRest(openEngine(crowded));
  const end = engine.run.status.steps;
  const attempts = engine.why(end, LATE).attempts.map(({ step }) => step);

  it('is nothing before its first cycle, and for what is no Pod', () => {
    const [first = 0] = attempts;
    const nothing = { step: 0, host: '', spread: [], affinity: [] };
    expect(engine.topology(first - 1, LATE)).toEqual({ pod: LATE, ...nothing });
    expect(engine.topology(end, 'Pod/default/nobody')).toEqual({ pod: 'Pod/default/nobody', ...nothing });
  });

  it('is that of the last cycle up to the step, also on the way back', () => {
    const [first = 0, last = 0] = attempts;
    expect(attempts).toHaveLength(2);
    for (const step of [end, last, last - 1, first, last - 1, end]) {
      const { spread, affinity, host, step: at } = engine.topology(step, LATE);
      expect([at, host]).toEqual(step >= last ? [last, 'b1'] : [first, '']);
      expect(refusedBy(spread)).toEqual([['a'], []]);
      // cache-1 was on b1; loner is on c1; the wish to be near db forbids nothing.
      expect(refusedBy(affinity)).toEqual([step >= last ? ['b2'] : ['b1', 'b2'], ['c1'], []]);
    }
  });

  it('has the counts worked out by hand', () => {
    const [zone, host] = engine.topology(end, LATE).spread;
    expect(zone?.domains.map(({ value, pods, skew }) => [value, pods.length, skew]).sort()).toEqual([
      ['a', 3, 3],
      ['b', 1, 1],
      ['c', 1, 1],
    ]);
    expect(zone?.ignored).toEqual([
      { node: 'd1', why: 'node-taints' },
      { node: 'x1', why: 'no-label' },
    ]);
    expect(host).toMatchObject({ whenUnsatisfiable: 'ScheduleAnyway', minimum: 0, ignored: [] });
    expect(host?.domains.find(({ value }) => value === 'a1')).toMatchObject({ skew: 3, allowed: true });
  });
});

describe('domains that a policy leaves out', () => {
  const engine = runToRest(openEngine(leftOut));
  const end = engine.run.status.steps;

  it('are not there: two of three; labels that the api-server adds for matchLabelKeys are told once', () => {
    const [row] = engine.topology(end, LATE).spread;
    expect(row).toMatchObject({ minDomains: 3, minimum: 0, selector: 'app in (web),!old' });
    expect(row?.domains.map(({ value }) => value).sort()).toEqual(['a', 'b']);
  });

  it('do not count for a smaller minDomains either: 1 + 1 - 1 is within 1', () => {
    const { fixes } = engine.fixes(end, LATE);
    expect(fixes.find(({ code }) => code === 'lower-min-domains')).toMatchObject({
      params: { from: 3, to: 2 },
      verified: true,
    });
  });
});

describe('a wish that was scored', () => {
  it('has no domain whose nodes the filters took out: the emptiest is b with 1, not c with 0', () => {
    const engine = runToRest(openEngine(wished));
    const { spread, host } = engine.topology(engine.run.status.steps, LATE);
    expect(host).toBe('b1');
    expect(spread).toMatchObject([{ minimum: 1, ignored: [{ node: 'c1', why: 'not-scored' }] }]);
    expect(spread[0]?.domains.map(({ value, skew }) => [value, skew]).sort()).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });
});

describe('what keeps the Pod off a node is told with the same figures', () => {
  it('by policies, minimum and limit of the constraint', () => {
    const engine = runToRest(openEngine(crowded));
    const [first = 0] = engine.why(engine.run.status.steps, LATE).attempts.map(({ step }) => step);
    const { nodes } = engine.why(first, LATE);
    const hintsOf = (node: string) => nodes.find(({ name }) => name === node)?.hints;
    const topologyKey = 'topology.kubernetes.io/zone';
    expect(hintsOf('a1')).toEqual([
      { code: 'skew', params: { topologyKey, domain: 'a', count: 3, least: 1, skew: 3, maxSkew: 1 } },
    ]);
    expect(hintsOf('x1')).toEqual([{ code: 'no-domain', params: { topologyKey } }]);
    expect(hintsOf('b2')).toEqual([
      {
        code: 'anti-affinity',
        params: {
          topologyKey: 'kubernetes.io/hostname',
          domain: 'b2',
          selector: 'app=cache',
          pods: 'default/cache-2',
          count: 1,
        },
      },
    ]);
  });
});

/** Nodes that the plugin rejected in the Pod's last cycle, and those that the counts forbid. */
function bothSides(engine: Engine, pod: string): readonly (readonly [string, boolean, boolean])[] {
  const end = engine.run.status.steps;
  const { spread, affinity } = engine.topology(end, pod);
  const rules = [
    ...spread.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule'),
    ...affinity.filter(({ weight }) => weight === 0),
  ];
  const forbidden = new Set([
    ...rules.flatMap(({ domains }) => domains.filter(({ allowed }) => !allowed).flatMap(({ nodes }) => nodes)),
    ...rules
      .flatMap((row) => ('ignored' in row ? row.ignored.filter(({ why }) => why === 'no-label') : []))
      .map(({ node }) => node),
    ...rules.flatMap((row) => ('unlabelled' in row && row.kind === 'affinity' ? row.unlabelled : [])),
  ]);
  return engine.why(end, pod).nodes.flatMap(({ name, plugin, status }) => {
    const isOurs = plugin === 'PodTopologySpread' || plugin === 'InterPodAffinity';
    if (status !== 'Success' && !isOurs) return [];
    return [[name, isOurs, forbidden.has(name)] as const];
  });
}

describe('a node is forbidden exactly if one of the two plugins rejected it', () => {
  const PENDING = [
    'max-skew',
    'min-domains',
    'no-domain',
    'anti-affinity',
    'own-anti-affinity',
    'existing-anti-affinity',
    'pod-affinity',
  ];
  const pending = (name: string) => ({
    name,
    data: readFileSync(new URL(`../cases/pending/${name}.yaml`, import.meta.url), 'utf8'),
  });
  const files = [
    ...PENDING.map(pending),
    ...['k-spread--2-skewed', 'k-spread--4-anti', 'k-spread--5-affinity'].map((name) => dump(`${name}.list.yaml`)),
    crowded,
    hundred,
  ];
  it.each(files.map((file) => [file.name, file] as const))('%s', (_name, file) => {
    const engine = runToRest(openEngine(file));
    const pods = engine
      .objects(engine.run.status.steps)
      .map(({ key }) => key)
      .filter((key) => key.startsWith('Pod/') && engine.topology(engine.run.status.steps, key).step > 0);
    expect(pods.length).toBeGreaterThan(0);
    for (const pod of pods) {
      for (const [node, rejected, forbidden] of bothSides(engine, pod)) {
        expect(`${pod} ${node} ${String(forbidden)}`).toBe(`${pod} ${node} ${String(rejected)}`);
      }
    }
  });
});
