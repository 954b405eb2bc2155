/** Each fault: what stands still while it stands, and what becomes of it afterwards. */
import { describe, expect, it } from 'vitest';
import { parseTime } from '../../src/model/time.ts';
import { between, digestsOfForks, isOf, runFaults, runningPods, SCALE, type Ran } from './fault-runs.ts';

const expectReplay = (ran: Ran): void => {
  const digests = digestsOfForks(ran);
  expect(digests.length).toBeGreaterThan(0);
  expect(new Set(digests)).toEqual(new Set([ran.digest]));
};
const lists = (ran: Ran, process: string): number =>
  ran.events.filter((e) => isOf(process)(e) && (e.kind === 'list.delivered' || e.detail === 'BOOKMARK')).length;
const closed = (ran: Ran, process: string): readonly number[] =>
  ran.events.filter((e) => isOf(process)(e) && e.detail === 'CLOSED').map(({ time }) => time / 1e6);

describe('pause', () => {
  it.each(['kube-scheduler', 'kube-controller-manager'])('%s does nothing, forgets nothing and goes on', (process) => {
    const ran = runFaults([`{at: 10s, pause: ${process}, for: 20s}`, SCALE(15, 5)]);
    const acts = between(ran, 10.002, 29.999).filter(isOf(process));
    expect(acts.filter(({ kind }) => kind !== 'store.written' && kind !== 'fault.began')).toEqual([]);
    expect(lists(ran, process)).toBe(0);
    expect(closed(ran, process)).toEqual([]);
    expect(runningPods(ran)).toBe(5);
    expectReplay(ran);
  });

  it('two pauses of one process that overlap end with the later one', () => {
    const ran = runFaults([
      '{at: 10s, pause: kube-scheduler, for: 10s}',
      '{at: 12s, pause: kube-scheduler, for: 20s}',
      SCALE(15, 4),
    ]);
    const acts = between(ran, 10.002, 31.999).filter(isOf('kube-scheduler'));
    expect(acts.filter(({ kind }) => !kind.startsWith('fault.'))).toEqual([]);
    expect(runningPods(ran)).toBe(4);
  });

  it('of a process that dies meanwhile leaves nothing to go on with', () => {
    const ran = runFaults([
      '{at: 10s, pause: kube-scheduler, for: 30s}',
      SCALE(15, 4),
      '{at: 20s, crash: kube-scheduler, for: 5s}',
    ]);
    expect(runningPods(ran)).toBe(4);
    expectReplay(ran);
  });
});

describe('crash of the api-server', () => {
  const ran = runFaults(['{at: 10s, crash: kube-apiserver, for: 20s}', SCALE(35, 5)]);

  it('ends every watch, answers nobody, and everybody comes back', () => {
    expect(between(ran, 10.01, 30).filter(({ kind }) => kind === 'store.written')).toEqual([]);
    expect(closed(ran, 'kube-scheduler pods').length).toBeGreaterThan(0);
    expect(closed(ran, 'kubelet node-0000 pods').length).toBeGreaterThan(0);
    expect(runningPods(ran)).toBe(5);
    expectReplay(ran);
  });

  it('tells kubectl that the connection was refused', () => {
    const asked = runFaults(['{at: 10s, crash: kube-apiserver, for: 20s}', SCALE(15, 5)]);
    expect(asked.engine.cluster.refusals()).toMatchObject([{ code: 503, message: 'connection refused' }]);
    expect(runningPods(asked)).toBe(2);
  });

  it('forgets what its watch cache had: who is behind lists again', () => {
    const expired = ran.events.filter((e) => e.kind === 'watch.delivered' && e.detail === 'ERROR');
    expect(expired.some(isOf('kube-scheduler pods'))).toBe(true);
  });
});

describe('partition', () => {
  it('shorter than a connection lives: nothing is lost, everything is late', () => {
    const ran = runFaults(['{at: 10s, partition: {clients: [kube-scheduler]}, for: 20s}', SCALE(15, 4)]);
    expect(
      between(ran, 10.01, 30)
        .filter(isOf('kube-scheduler'))
        .filter(({ kind }) => kind === 'watch.delivered'),
    ).toEqual([]);
    expect(closed(ran, 'kube-scheduler')).toEqual([]);
    expect(runningPods(ran)).toBe(4);
    expectReplay(ran);
  });

  it('longer: the client gives its connection up after 45 s', () => {
    const ran = runFaults(['{at: 10s, partition: {clients: [kube-scheduler]}, for: 100s}', SCALE(15, 4)]);
    const [first = 0] = closed(ran, 'kube-scheduler pods');
    expect(first).toBeCloseTo(55, 2);
    // Dialling again is given up after 30 s.
    expect(closed(ran, 'kube-scheduler pods')[1]).toBeCloseTo(85, 2);
    expect(runningPods(ran)).toBe(4);
    expectReplay(ran);
  });

  it('of a machine: its kubelet reports when it is heard again', () => {
    const ran = runFaults(['{at: 1s, partition: {nodes: [node-0000, node-0001]}, for: 20s}']);
    const reports = ran.events.filter(
      (e) => e.kind === 'store.written' && e.detail === 'patch status' && isOf('kubelet node-0000')(e),
    );
    expect(reports.filter(({ time }) => time > 1.01e6 && time < 21e6)).toEqual([]);
    expect(runningPods(ran)).toBe(2);
    expectReplay(ran);
  });
});

describe('crash and pause of one kubelet', () => {
  it.each([
    [
      'a dead process is not stopped',
      ['{at: 10s, crash: kubelet node-0000, for: 40s}', '{at: 20s, kubeletPauses: node-0000, for: 5s}'],
    ],
    [
      'a stopped one dies as it stands',
      ['{at: 10s, kubeletPauses: node-0000, for: 20s}', '{at: 20s, crash: kubelet node-0000, for: 30s}'],
    ],
    [
      'a new one is not stopped any more',
      ['{at: 10s, kubeletPauses: node-0000, for: 60s}', '{at: 20s, crash: kubelet node-0000, for: 10s}'],
    ],
  ])('%s, and it does its work when it is back', (_what, faults) => {
    const ran = runFaults([...faults, SCALE(22, 6), '{at: 24s, delete: {kind: Deployment, name: web}}']);
    const pods = ran.engine.objects(ran.engine.run.status.steps).filter(({ kind }) => kind === 'Pod');
    expect(pods).toEqual([]);
    expect(ran.engine.breaches(ran.engine.run.status.steps)).toEqual([]);
    expectReplay(ran);
  });
});

describe('drop and duplicate', () => {
  it('a delivery that is lost is missing until the next write or list', () => {
    const ran = runFaults(['{at: 10s, drop: {watch: kube-scheduler pods}}', SCALE(15, 3)]);
    expect(runningPods(ran)).toBe(2);
    const mended = runFaults([
      '{at: 10s, drop: {watch: kube-scheduler pods}}',
      SCALE(15, 3),
      '{at: 20s, crash: kube-scheduler, for: 1s}',
    ]);
    expect(runningPods(mended)).toBe(3);
    expectReplay(mended);
  });

  it.each(['drop', 'duplicate'])('%s: what `for` is over before anything was sent changes nothing', (verb) => {
    const plain = runFaults([SCALE(15, 3)]);
    const ran = runFaults([`{at: 10s, ${verb}: {watch: kube-scheduler pods}, for: 2s}`, SCALE(15, 3)]);
    const heard = ({ events }: typeof ran): number =>
      events.filter((e) => e.kind === 'watch.delivered' && e.subject === 'kube-scheduler pods').length;
    expect(heard(ran)).toBe(heard(plain));
    expect(runningPods(ran)).toBe(3);
    expect(ran.events.filter((e) => e.kind === 'fault.ended')).toHaveLength(1);
    expectReplay(ran);
  });

  it('a delivery that comes twice does no harm', () => {
    const ran = runFaults(['{at: 10s, duplicate: {watch: kube-controller-manager pods, next: 3}}', SCALE(15, 3)]);
    const heard = ran.events.filter(
      (e) => e.kind === 'watch.delivered' && e.subject === 'kube-controller-manager pods',
    );
    const revisions = heard.map(({ number }) => number);
    expect(revisions.length - new Set(revisions).size).toBe(3);
    expect(runningPods(ran)).toBe(3);
    expectReplay(ran);
  });
});

describe('leaderChange', () => {
  it.each(['kube-scheduler', 'kube-controller-manager'])(
    '%s: another candidate takes the Lease and starts cold',
    (process) => {
      const ran = runFaults([`{at: 10s, leaderChange: ${process}}`, SCALE(22, 4)]);
      const lost = ran.events.find(({ kind }) => kind === 'leader.lost');
      const elected = ran.events.filter(({ kind }) => kind === 'leader.elected');
      expect(elected.map(({ subject, number }) => [subject, number])).toEqual([
        [`control-plane-1_${process}`, 0],
        [`control-plane-2_${process}`, 1],
      ]);
      // The renew deadline is 10 s, the Lease's duration 15 s.
      const [first, second] = elected.map(({ time }) => time / 1e6);
      expect((lost?.time ?? 0) / 1e6 - (first ?? 0)).toBeCloseTo(10, 1);
      expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(15);
      const vacant = ran.events.filter(({ step }) => step > (lost?.step ?? 0) && step < (elected[1]?.step ?? 0));
      expect(vacant.filter(isOf(process)).filter(({ kind }) => kind !== 'store.written')).toEqual([]);
      expect(lists(ran, process)).toBeGreaterThan(0);
      expect(runningPods(ran)).toBe(4);
      expectReplay(ran);
    },
  );
});

describe('skewClock', () => {
  it.each([
    ['1h', 3600],
    ['-5m', -300],
  ])('a scheduler whose clock is off by %s writes that; the api-server does not', (by, seconds) => {
    const ran = runFaults([`{at: 5s, skewClock: {process: kube-scheduler, by: ${by}}}`, SCALE(15, 3)]);
    const { apiServer } = ran.engine.cluster;
    const now = parseTime(apiServer.timestamp(15_000_000)) ?? 0;
    const events = apiServer.list('events').filter((event) => (event as { reason?: string }).reason === 'Scheduled');
    const written = events.map((event) => parseTime(String((event as { eventTime?: string }).eventTime)) ?? 0);
    const last = Math.max(...written.map((micros) => micros * Math.sign(seconds))) * Math.sign(seconds);
    expect(Math.abs((last - now) / 1e6 - seconds)).toBeLessThan(2);
    const created = events.map(({ metadata }) => parseTime(metadata.creationTimestamp ?? '') ?? 0);
    expect(Math.max(...created) - now).toBeLessThan(2e6);
    expect(runningPods(ran)).toBe(3);
  });
});

describe('crash of a kubelet', () => {
  it('containers run on; what was asked meanwhile is done when it is back', () => {
    const ran = runFaults(['{at: 10s, crash: kubelet node-0000, for: 20s}', SCALE(15, 6)]);
    const acts = between(ran, 10.001, 30).filter(isOf('kubelet node-0000'));
    expect(acts.filter(({ kind }) => kind !== 'store.written')).toEqual([]);
    const before = ran.engine.objects(ran.events.find(({ kind }) => kind === 'fault.ended')?.step ?? 0);
    expect(before.filter(({ node, phase }) => node === 'node-0000' && phase === 'run').length).toBeGreaterThan(0);
    expect(runningPods(ran)).toBe(6);
    expectReplay(ran);
  });

  it.each([0.5, 1.2, 1.9, 2.4, 8.2, 9.1, 9.5])('at %s s, in the middle of starting or stopping Pods', (at) => {
    const ran = runFaults([`{at: ${String(at)}s, crash: kubelet node-0000, for: 5s}`, SCALE(18, 0), SCALE(19, 4)]);
    expect(runningPods(ran)).toBe(4);
    expect(ran.engine.objects(ran.events.length).filter(({ kind }) => kind === 'Pod')).toHaveLength(4);
    expectReplay(ran);
  });

  it.each([8.003, 8.5, 9.1, 9.6, 10.1])('at %s s, while its Pods stop', (at) => {
    const ran = runFaults([SCALE(8, 0), `{at: ${String(at)}s, crash: kubelet node-0000, for: 5s}`]);
    expect(ran.engine.objects(ran.events.length).filter(({ kind }) => kind === 'Pod')).toHaveLength(0);
    expectReplay(ran);
  });
});
