import { describe, expect, it } from 'vitest';
import { type ClusterGiven, cycleInput } from '../../../src/conformance/adapters/scheduler-input.ts';
import { topologyReport } from '../../../src/components/scheduler/topology-report.ts';
import type { Node, Pod } from '../../../src/model/objects.ts';

/** Worked by hand from scheduler.md sections 5 and 6. */
const ZONE = 'topology.kubernetes.io/zone';
const HOST = 'kubernetes.io/hostname';
type Given = Omit<ClusterGiven, 'pod' | 'nodes'>;
type Labels = Readonly<Record<string, string>>;

const node = (
  name: string,
  zone?: string,
  spec: NonNullable<Node['spec']> = {},
  labels: Labels = {},
): ClusterGiven['nodes'][number] => ({
  metadata: { name, labels: { [HOST]: name, ...(zone === undefined ? {} : { [ZONE]: zone }), ...labels } },
  spec,
});

type GivenPod = ClusterGiven['pod'];
const pod = (
  name: string,
  labels: Labels,
  spec: object = {},
  metadata: object = {},
  status?: Pod['status'],
): GivenPod => ({
  metadata: { name, labels, ...metadata },
  spec: { containers: [{ name: 'c' }], ...spec },
  ...(status === undefined ? {} : { status }),
});
const on = (nodeName: string, name: string, labels: Labels = { app: 'web' }, metadata: object = {}): GivenPod =>
  pod(name, labels, { nodeName }, metadata);

const web = { matchLabels: { app: 'web' } };
const hard = { maxSkew: 1, topologyKey: ZONE, whenUnsatisfiable: 'DoNotSchedule', labelSelector: web };
const spreads = (...constraints: readonly object[]): object => ({ topologySpreadConstraints: constraints });

const report = (
  nodes: ClusterGiven['nodes'],
  incoming: GivenPod,
  given: Given = {},
  version: '1.36' | '1.37' = '1.37',
) => topologyReport(cycleInput({ ...given, nodes, pod: incoming }, version));

/** value: count, skew, allowed. */
const figures = ({ domains }: ReturnType<typeof report>['spread'][number]): object =>
  Object.fromEntries(domains.map(({ value, pods, skew, allowed }) => [value, [pods.length, skew, allowed]]));

const first = <T>(list: readonly T[]): T => {
  const [one] = list;
  if (one === undefined) throw new Error('no row');
  return one;
};

const ABC = [node('a1', 'a'), node('a2', 'a'), node('b1', 'b'), node('c1', 'c')];

describe('a spread constraint', () => {
  it('counts Pods of the namespace that match and do not terminate', () => {
    const pods = [
      on('a1', 'w1'),
      on('a2', 'w2'),
      on('b1', 'w3'),
      on('b1', 'going', { app: 'web' }, { deletionTimestamp: '2026-01-01T00:00:00Z' }),
      on('b1', 'elsewhere', { app: 'web' }, { namespace: 'shop' }),
      on('c1', 'other', { app: 'db' }),
      on('c1', 'w4'),
    ];
    const row = first(report(ABC, pod('x', { app: 'web' }, spreads(hard)), { pods }).spread);
    expect(row).toMatchObject({
      minimum: 1,
      selfMatch: true,
      from: 'pod',
      selector: 'app=web',
      ignored: [],
      barred: [],
    });
    expect(figures(row)).toEqual({ a: [2, 2, false], b: [1, 1, true], c: [1, 1, true] });
    expect(row.domains.map(({ value, nodes, pods: who }) => [value, nodes, who])).toEqual([
      ['a', ['a1', 'a2'], ['default/w1', 'default/w2']],
      ['b', ['b1'], ['default/w3']],
      ['c', ['c1'], ['default/w4']],
    ]);
  });

  it('takes the emptiest for 0 where there are fewer domains than minDomains', () => {
    const pods = [on('a1', 'w1'), on('b1', 'w2'), on('c1', 'w3')];
    const of = (minDomains: number) =>
      first(report(ABC, pod('x', { app: 'web' }, spreads({ ...hard, minDomains })), { pods }).spread);
    expect(of(3)).toMatchObject({ minDomains: 3, minimum: 1 });
    expect(figures(of(3))).toEqual({ a: [1, 1, true], b: [1, 1, true], c: [1, 1, true] });
    expect(of(4)).toMatchObject({ minDomains: 4, minimum: 0 });
    expect(figures(of(4))).toEqual({ a: [1, 2, false], b: [1, 2, false], c: [1, 2, false] });
  });

  it('counts only Pods with the same values of matchLabelKeys; keys that the Pod lacks say nothing', () => {
    const pods = [on('a1', 'old', { app: 'web', rev: '1' }), on('b1', 'new', { app: 'web', rev: '2' })];
    const constraint = { ...hard, matchLabelKeys: ['rev', 'missing'] };
    const row = first(report(ABC, pod('x', { app: 'web', rev: '2' }, spreads(constraint)), { pods }).spread);
    expect(row.selector).toBe('app=web,rev in (2)');
    expect(figures(row)).toEqual({ a: [0, 1, true], b: [1, 2, false], c: [0, 1, true] });
  });

  it('leaves out nodes that the Pod’s node selector rules out, unless nodeAffinityPolicy is Ignore', () => {
    const nodes = [node('a1', 'a', {}, { disk: 'ssd' }), node('b1', 'b', {}, { disk: 'ssd' }), node('c1', 'c')];
    const pods = [on('a1', 'w1'), on('b1', 'w2')];
    const of = (policy: object) =>
      first(
        report(nodes, pod('x', { app: 'web' }, { nodeSelector: { disk: 'ssd' }, ...spreads({ ...hard, ...policy }) }), {
          pods,
        }).spread,
      );
    expect(of({}).ignored).toEqual([{ node: 'c1', why: 'node-affinity' }]);
    expect(figures(of({}))).toEqual({ a: [1, 1, true], b: [1, 1, true] });
    expect(of({ nodeAffinityPolicy: 'Ignore' }).ignored).toEqual([]);
    expect(figures(of({ nodeAffinityPolicy: 'Ignore' }))).toEqual({
      a: [1, 2, false],
      b: [1, 2, false],
      c: [0, 1, true],
    });
  });

  it('counts nodes with taints, unless nodeTaintsPolicy is Honor', () => {
    const nodes = [node('a1', 'a'), node('b1', 'b', { taints: [{ key: 'dedicated', effect: 'NoSchedule' }] })];
    const of = (policy: object) =>
      first(
        report(nodes, pod('x', { app: 'web' }, spreads({ ...hard, ...policy })), { pods: [on('a1', 'w1')] }).spread,
      );
    expect(figures(of({}))).toEqual({ a: [1, 2, false], b: [0, 1, true] });
    expect(figures(of({ nodeTaintsPolicy: 'Honor' }))).toEqual({ a: [1, 1, true] });
    expect(of({ nodeTaintsPolicy: 'Honor' }).ignored).toEqual([{ node: 'b1', why: 'node-taints' }]);
  });

  it('leaves out a node that lacks any of the keys of its kind', () => {
    const nodes = [node('a1', 'a', {}, { rack: 'r1' }), node('b1', 'b')];
    const { spread } = report(nodes, pod('x', { app: 'web' }, spreads(hard, { ...hard, topologyKey: 'rack' })), {
      pods: [on('b1', 'w1')],
    });
    expect(spread.map(({ topologyKey, ignored }) => [topologyKey, ignored])).toEqual([
      [ZONE, [{ node: 'b1', why: 'no-label' }]],
      ['rack', [{ node: 'b1', why: 'no-label' }]],
    ]);
    expect(figures(first(spread))).toEqual({ a: [0, 1, true] });
  });

  it('without a selector counts nobody; an empty one counts only the Pod itself', () => {
    const pods = [on('a1', 'w1'), on('a1', 'w2')];
    const { labelSelector: _, ...none } = hard;
    const absent = first(report(ABC, pod('x', { app: 'web' }, spreads(none)), { pods }).spread);
    expect(absent).toMatchObject({ selector: '', selfMatch: false });
    expect(figures(absent)).toEqual({ a: [0, 0, true], b: [0, 0, true], c: [0, 0, true] });
    const empty = first(report(ABC, pod('x', {}, spreads({ ...hard, labelSelector: {} })), { pods }).spread);
    expect(empty).toMatchObject({ selector: '', selfMatch: true });
    expect(figures(empty)).toEqual({ a: [0, 1, true], b: [0, 1, true], c: [0, 1, true] });
  });

  it('that is a wish forbids nothing, however large the skew', () => {
    const wish = { ...hard, whenUnsatisfiable: 'ScheduleAnyway' };
    const pods = [on('a1', 'w1'), on('a2', 'w2')];
    const row = first(report(ABC, pod('x', { app: 'web' }, spreads(wish)), { pods }).spread);
    expect(figures(row)).toEqual({ a: [2, 3, true], b: [0, 1, true], c: [0, 1, true] });
  });

  it('that is a wish compares the domains of nodes that passed the filters, with all Pods in them, once they are scored', () => {
    const wish = { ...hard, whenUnsatisfiable: 'ScheduleAnyway' };
    const nodes = [...ABC, node('d1')];
    const pods = [on('a1', 'w1'), on('a2', 'w2'), on('b1', 'w3'), on('b1', 'w4'), on('c1', 'w5'), on('d1', 'w6')];
    const incoming = pod('x', { app: 'web' }, spreads(wish, { ...wish, topologyKey: HOST }));
    const rowsOf = (feasible: readonly string[]) =>
      topologyReport(cycleInput({ nodes, pods, pod: incoming }, '1.37'), feasible).spread;
    const [zone, host] = rowsOf(['a1', 'b1', 'd1']);
    expect(zone).toMatchObject({ minimum: 2 });
    expect(figures(first(zone === undefined ? [] : [zone]))).toEqual({ a: [2, 1, true], b: [2, 1, true] });
    expect(zone?.ignored).toEqual([
      { node: 'd1', why: 'no-label' },
      { node: 'c1', why: 'not-scored' },
    ]);
    // Of hosts a2 is a domain of its own, which did not pass; nodes come zone by zone: a1, b1, c1, a2.
    expect(figures(first(host === undefined ? [] : [host]))).toEqual({ a1: [1, 1, true], b1: [2, 2, true] });
    expect(host?.ignored).toEqual([
      { node: 'd1', why: 'no-label' },
      { node: 'c1', why: 'not-scored' },
      { node: 'a2', why: 'not-scored' },
    ]);
    // One node is taken without a score, and none has none.
    for (const feasible of [['a1'], []]) {
      expect(rowsOf(feasible)[0]).toMatchObject({ minimum: 1, ignored: [{ node: 'd1', why: 'no-label' }] });
    }
  });

  it('says which node Pods that are nominated to it fill', () => {
    const nominated = pod('soon', { app: 'web' }, { priority: 5 }, {}, { nominatedNodeName: 'b1' });
    const of = (priority: number) =>
      first(
        report(
          [node('a1', 'a'), node('b1', 'b'), node('b2', 'b')],
          pod('x', { app: 'web' }, { priority, ...spreads(hard) }),
          {
            pods: [nominated],
          },
        ).spread,
      );
    expect(figures(of(0))).toEqual({ a: [0, 1, true], b: [0, 1, true] });
    expect(of(0).barred).toEqual([{ node: 'b1', pods: ['default/soon'] }]);
    expect(of(6).barred).toEqual([]);
  });
});

describe('default constraints', () => {
  const services = [{ metadata: { name: 'web' }, spec: { selector: { app: 'web' } } }];
  const nodes = [node('a1', 'a'), node('b1', 'b'), node('x1')];

  it('of the system score by what Services select; a node without a zone counts for the hostname alone', () => {
    const { spread } = report(nodes, pod('x', { app: 'web' }), { services, pods: [on('a1', 'w1'), on('x1', 'w2')] });
    expect(
      spread.map(({ topologyKey, maxSkew, whenUnsatisfiable, from, ignored }) => [
        topologyKey,
        maxSkew,
        whenUnsatisfiable,
        from,
        ignored,
      ]),
    ).toEqual([
      [HOST, 3, 'ScheduleAnyway', 'defaults', []],
      [ZONE, 5, 'ScheduleAnyway', 'defaults', [{ node: 'x1', why: 'no-label' }]],
    ]);
    expect(spread.map(figures)).toEqual([
      { a1: [1, 2, true], b1: [0, 1, true], x1: [1, 2, true] },
      { a: [1, 2, true], b: [0, 1, true] },
    ]);
  });

  it('stand for nobody whom no Service or controller selects, nor for a Pod with constraints of its own', () => {
    expect(report(nodes, pod('x', { app: 'web' })).spread).toEqual([]);
    const own = report(nodes, pod('x', { app: 'web' }, spreads(hard)), { services }).spread;
    expect(own.map(({ from }) => from)).toEqual(['pod']);
  });

  it('of a profile may be rules', () => {
    const { labelSelector: _, ...constraint } = hard;
    const args = { defaultingType: 'List', defaultConstraints: [constraint] };
    const pluginConfig = [{ name: 'PodTopologySpread', args }];
    const row = first(
      report(nodes, pod('x', { app: 'web' }), { services, pluginConfig, pods: [on('a1', 'w1')] }).spread,
    );
    expect(row).toMatchObject({ from: 'defaults', whenUnsatisfiable: 'DoNotSchedule', selector: 'app=web' });
    expect(figures(row)).toEqual({ a: [1, 2, false], b: [0, 1, true] });
  });
});

const term = (app: string, topologyKey = ZONE): object => ({ topologyKey, labelSelector: { matchLabels: { app } } });
const needs = (side: string, ...terms: readonly object[]): object => ({
  affinity: { [side]: { requiredDuringSchedulingIgnoredDuringExecution: terms } },
});
const wishes = (side: string, weight: number, podAffinityTerm: object): object => ({
  affinity: { [side]: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight, podAffinityTerm }] } },
});
const places = ({ domains }: ReturnType<typeof report>['affinity'][number]): object =>
  Object.fromEntries(domains.map(({ value, pods, allowed }) => [value, [pods, allowed]]));

describe('affinity', () => {
  it('lets the Pod in where somebody matches, terminating or not, and never to a node without the key', () => {
    const going = on('b1', 'db-2', { app: 'db' }, { deletionTimestamp: '2026-01-01T00:00:00Z' });
    const row = first(
      report([...ABC, node('x1')], pod('x', {}, needs('podAffinity', term('db'))), { pods: [going] }).affinity,
    );
    expect(row).toMatchObject({ kind: 'affinity', weight: 0, selector: 'app=db', first: false, unlabelled: ['x1'] });
    expect(places(row)).toEqual({ a: [[], false], b: [['default/db-2'], true], c: [[], false] });
  });

  it('with two terms counts only Pods that match both', () => {
    const tier = { topologyKey: HOST, labelSelector: { matchLabels: { tier: 'back' } } };
    const pods = [on('a1', 'half', { app: 'db' }), on('b1', 'whole', { app: 'db', tier: 'back' })];
    const { affinity } = report(ABC, pod('x', {}, needs('podAffinity', term('db'), tier)), { pods });
    expect(affinity.map(places)).toEqual([
      { a: [[], false], b: [['default/whole'], true], c: [[], false] },
      { a1: [[], false], a2: [[], false], b1: [['default/whole'], true], c1: [[], false] },
    ]);
  });

  it('lets the first of a group in anywhere, but not once one of them is there', () => {
    const self = pod('x', { app: 'db' }, needs('podAffinity', term('db')));
    const alone = first(report(ABC, self).affinity);
    expect(alone.first).toBe(true);
    expect(places(alone)).toEqual({ a: [[], true], b: [[], true], c: [[], true] });
    const second = first(report(ABC, self, { pods: [on('c1', 'db-1', { app: 'db' })] }).affinity);
    expect(second.first).toBe(false);
    expect(places(second)).toEqual({ a: [[], false], b: [[], false], c: [['default/db-1'], true] });
    expect(first(report(ABC, pod('x', { app: 'web' }, needs('podAffinity', term('db')))).affinity).first).toBe(false);
  });

  it('away from Pods forbids where one matches', () => {
    const row = first(
      report(ABC, pod('x', {}, needs('podAntiAffinity', term('db'))), { pods: [on('a2', 'db-1', { app: 'db' })] })
        .affinity,
    );
    expect(row.kind).toBe('anti-affinity');
    expect(places(row)).toEqual({ a: [['default/db-1'], false], b: [[], true], c: [[], true] });
  });

  it('of Pods that are there forbids by their rule; equal rules share a row', () => {
    const loner = (name: string, nodeName: string): GivenPod =>
      pod(name, {}, { nodeName, ...needs('podAntiAffinity', term('web', HOST)) });
    const pods = [
      loner('l1', 'a1'),
      loner('l2', 'c1'),
      pod('l3', {}, { nodeName: 'b1', ...needs('podAntiAffinity', term('db')) }),
    ];
    const { affinity } = report(ABC, pod('x', { app: 'web' }), { pods });
    expect(affinity).toHaveLength(1);
    expect(affinity[0]).toMatchObject({ kind: 'existing-anti-affinity', weight: 0, topologyKey: HOST });
    expect(affinity.map(places)).toEqual([
      { a1: [['default/l1'], false], a2: [[], true], b1: [[], true], c1: [['default/l2'], false] },
    ]);
  });

  it('that is preferred scores: the Pod’s own wishes, and what others want of it', () => {
    const pods = [
      on('a1', 'db-1', { app: 'db' }),
      pod('fan', {}, { nodeName: 'b1', ...needs('podAffinity', term('web')) }),
      pod('shy', {}, { nodeName: 'c1', ...wishes('podAntiAffinity', 7, term('web')) }),
    ];
    const incoming = pod('x', { app: 'web' }, wishes('podAffinity', 50, term('db')));
    const rowsOf = (args: object) =>
      report(ABC, incoming, { pods, pluginConfig: [{ name: 'InterPodAffinity', args }] }).affinity.map((row) => [
        row.kind,
        row.weight,
        row.domains.filter((domain) => domain.pods.length > 0).map(({ value, allowed }) => [value, allowed]),
      ]);
    expect(rowsOf({})).toEqual([
      ['affinity', 50, [['a', true]]],
      ['existing-affinity', 1, [['b', true]]],
      ['existing-anti-affinity', 7, [['c', true]]],
    ]);
    expect(rowsOf({ hardPodAffinityWeight: 20 })[1]).toEqual(['existing-affinity', 20, [['b', true]]]);
    expect(rowsOf({ hardPodAffinityWeight: 0 }).map(([kind]) => kind)).toEqual(['affinity', 'existing-anti-affinity']);
  });

  it('leaves wishes of others out where the profile says so and the Pod has none', () => {
    const pods = [pod('shy', {}, { nodeName: 'c1', ...wishes('podAntiAffinity', 7, term('web')) })];
    const pluginConfig = [{ name: 'InterPodAffinity', args: { ignorePreferredTermsOfExistingPods: true } }];
    expect(report(ABC, pod('x', { app: 'web' }), { pods, pluginConfig }).affinity).toEqual([]);
    expect(report(ABC, pod('x', { app: 'web' }), { pods }).affinity).toHaveLength(1);
  });

  it('C-29: up to 1.36 a selector of namespaces made of NotIn alone reaches every namespace', () => {
    const namespaceSelector = { matchExpressions: [{ key: 'team', operator: 'NotIn', values: ['red'] }] };
    const incoming = pod('x', {}, needs('podAntiAffinity', { ...term('db'), namespaceSelector }));
    const given = {
      pods: [on('a1', 'db-1', { app: 'db' }, { namespace: 'red' })],
      namespaces: [{ metadata: { name: 'red', labels: { team: 'red' } } }, { metadata: { name: 'blue' } }],
    };
    const at = (version: '1.36' | '1.37') => first(report(ABC, incoming, given, version).affinity);
    expect(places(at('1.36'))).toMatchObject({ a: [['red/db-1'], false] });
    expect(places(at('1.37'))).toMatchObject({ a: [[], true] });
    expect(at('1.37')).toMatchObject({ namespaces: ['blue'], namespaceSelector: '' });
  });
});

describe('a plugin that the profile leaves out', () => {
  it('has no rows', () => {
    const plugins = {
      filter: { disabled: [{ name: 'PodTopologySpread' }] },
      score: { disabled: [{ name: 'InterPodAffinity' }] },
    };
    const wish = { ...hard, whenUnsatisfiable: 'ScheduleAnyway' };
    const spec = { ...spreads(hard, wish), ...wishes('podAffinity', 5, term('db')) };
    const input = cycleInput({ nodes: ABC, pod: pod('x', { app: 'web' }, spec) }, '1.37');
    const { spread, affinity } = topologyReport({ ...input, configuration: { profiles: [{ plugins }] } });
    expect(spread.map(({ whenUnsatisfiable }) => whenUnsatisfiable)).toEqual(['ScheduleAnyway']);
    expect(affinity).toEqual([]);
    expect(topologyReport({ ...input, configuration: { profiles: [{ schedulerName: 'other' }] } })).toEqual({
      spread: [],
      affinity: [],
    });
  });
});
