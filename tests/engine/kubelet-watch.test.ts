/** client-go reflector.go: a watch that broke goes on from the last revision; one whose revision is gone lists anew. */
import { describe, expect, it } from 'vitest';
import { between, digestsOfForks, isOf, runFaults, runningPods, SCALE, type Event, type Ran } from './fault-runs.ts';

const CUT = '{at: 10s, cut: {client: kubelet node-0000}, for: 5s}';
const ofWatch = isOf('kubelet node-0000 pods');
/** Of its watch, until it hears of the first Pod after the cut. */
const about = (ran: Ran): readonly Event[] => between(ran, 10, 20).filter(ofWatch);
const lists = (ran: Ran): number =>
  between(ran, 10, 25).filter(
    ({ kind, subject, detail }) =>
      kind === 'request.sent' && subject === 'kubelet node-0000' && detail.startsWith('list'),
  ).length;

describe('a kubelet whose way to the api-server is cut for 5 s', () => {
  const ran = runFaults([CUT, SCALE(11, 6)]);
  const opened = about(ran).filter(({ kind }) => kind === 'watch.opened');

  it('opens its watch again from the last revision that it heard of, and lists nothing', () => {
    const heard = between(ran, 0, 10).filter((event) => event.kind === 'watch.delivered' && ofWatch(event));
    expect(opened.length).toBeGreaterThan(0);
    for (const { number } of opened) expect(number).toBe(heard.at(-1)?.number);
    expect(lists(ran)).toBe(0);
    expect(runningPods(ran)).toBe(6);
  });

  it('tries again after 0.8 s, then after twice as long', () => {
    const tried = opened.map(({ time }) => time);
    const gaps = tried.slice(1).map((time, k) => (time - (tried[k] ?? 0)) / 1e6);
    expect((tried[0] ?? 0) / 1e6 - 10).toBeCloseTo(0.8, 1);
    expect(gaps[0]).toBeCloseTo(1.6, 1);
    expect(gaps[1]).toBeCloseTo(3.2, 1);
  });

  it('is sent what it missed, in order', () => {
    const missed = about(ran).filter(({ kind, detail }) => kind === 'watch.delivered' && detail === 'ADDED');
    const revisions = missed.map(({ number }) => number);
    expect(revisions.length).toBeGreaterThan(0);
    expect([...revisions].sort((a, b) => a - b)).toEqual(revisions);
    expect(Math.min(...revisions)).toBeGreaterThan(opened.at(-1)?.number ?? 0);
  });

  it('forked anywhere and run on, it is the same run', () => {
    for (const digest of digestsOfForks(ran)) expect(digest).toBe(ran.digest);
  });
});

describe('and etcd forgets meanwhile', () => {
  const ran = runFaults([CUT, SCALE(11, 6), '{at: 13s, compact: {}}']);

  it('is answered 410, and lists', () => {
    const error = about(ran).find(({ kind, detail }) => kind === 'watch.delivered' && detail === 'ERROR');
    expect(error).toBeDefined();
    expect(lists(ran)).toBe(1);
    expect(runningPods(ran)).toBe(6);
  });
});
