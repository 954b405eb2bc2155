/** One clock, bars and bands on it; schedules in words; what a shell makes of a line. */
import { describe, expect, it } from 'vitest';
import {
  apiVersionFault,
  CURED_TIMER,
  FAULTY_TIMER,
  fieldsOf,
  rhythmOf,
  shellFaults,
  shellLine,
} from '../../src/derive/cron-text.ts';
import { partsOf, readPart, subjectsAmong } from '../../src/derive/workload-parts.ts';
import {
  axisOf,
  bandsOf,
  barsOf,
  ceilingOf,
  lastedUntil,
  stepLine,
  stretchUnder,
  undoCommand,
} from '../../src/derive/workloads.ts';
import { workloadWords, type WorkloadWords } from '../../src/derive/words/workloads.ts';
import type { At, PodLife, PodStage, PodStretch, SetView, TokenPhase } from '../../src/protocol/protocol.ts';

const SECOND = 1e6;
const moment = (step: number, seconds: number): At => ({ step, tick: seconds * SECOND });
const stretch = (step: number, seconds: number, stage: PodStage, phase: TokenPhase): PodStretch => ({
  ...moment(step, seconds),
  ...{ stage, phase, reason: '', message: '' },
});
const life = (name: string, hash: string, stretches: readonly PodStretch[]): PodLife => ({
  ...{ key: `Pod/default/${name}`, uid: name, maker: '', hash, node: 'node-a', containers: [] },
  stretches,
});

describe('the clock', () => {
  const moments = [moment(10, 0), moment(110, 100)];

  it('gives time its width, or each step the same', () => {
    const time = axisOf(moments, 'time', SECOND);
    const steps = axisOf(moments, 'steps', SECOND);
    const at = moment(60, 25);
    expect(time.place(at)).toBe(0.25);
    expect(steps.place(at)).toBe(0.5);
    expect(time.place(moment(500, 900))).toBe(1);
  });

  it('ticks at whole seconds, minutes and hours', () => {
    const values = (seconds: number): readonly number[] =>
      axisOf([moment(0, 0), moment(1, seconds)], 'time', SECOND).ticks.map(({ value }) => value / SECOND);
    expect(values(60)).toEqual([0, 10, 20, 30, 40, 50, 60]);
    expect(values(300)).toEqual([0, 60, 120, 180, 240, 300]);
    expect(values(7200)).toEqual([0, 1200, 2400, 3600, 4800, 6000, 7200]);
  });
});

describe('bars', () => {
  const axis = axisOf([moment(0, 0), moment(100, 100)], 'time', SECOND);
  const pod = life('a', 'x', [
    stretch(10, 10, 'pending', 'pending'),
    stretch(20, 20, 'running', 'run'),
    stretch(60, 60, 'terminating', 'term'),
    stretch(80, 80, 'gone', 'done'),
  ]);

  it('divide what the present moment lies in, and end where the Pod is gone', () => {
    const told = barsOf(pod, axis, moment(40, 40)).map(({ stage, from, to, ahead }) => [stage, from, to, ahead]);
    expect(told).toEqual([
      ['pending', 0.1, 0.2, false],
      ['running', 0.2, 0.4, false],
      ['running', 0.4, 0.6, true],
      ['terminating', 0.6, 0.8, true],
    ]);
  });

  it('name the stretch under a place, and how long it has lasted', () => {
    const bars = barsOf(pod, axis, moment(40, 40));
    expect(stretchUnder(bars, 0.5)?.step).toBe(20);
    expect(stretchUnder(bars, 0.05)?.step).toBe(10);
    expect(lastedUntil(pod.stretches, 0, moment(40, 40))).toBe(10 * SECOND);
    expect(lastedUntil(pod.stretches, 1, moment(40, 40))).toBe(20 * SECOND);
    expect(lastedUntil(pod.stretches, 2, moment(40, 40))).toBe(0);
  });
});

describe('bands', () => {
  const set = (hash: string, revision: number): SetView => ({
    ...{ key: `ReplicaSet/default/${hash}`, hash, revision, current: revision === 2, wanted: 1, images: [] },
    ...{ created: moment(0, 0), exists: true, cause: '' },
  });
  const axis = axisOf([moment(0, 0), moment(100, 100)], 'time', SECOND);

  it('stack the newest revision at the bottom, and are as high as there are Pods', () => {
    const pods = [
      life('old', 'a', [stretch(0, 0, 'running', 'run'), stretch(60, 60, 'gone', 'done')]),
      life('new', 'b', [stretch(20, 20, 'running', 'run')]),
    ];
    const bands = bandsOf([set('a', 1), set('b', 2)], pods, axis, moment(100, 100));
    expect(bands.map(({ set: of, from, to, bottom, top }) => [of, from, to, bottom, top]).sort()).toEqual([
      [0, 0, 0.2, 0, 1],
      [0, 0.2, 0.6, 1, 2],
      [1, 0.2, 1, 0, 1],
    ]);
    expect(ceilingOf(bands, [{ ...moment(0, 0), replicas: 1, most: 3 }])).toBe(3);
  });

  it('are divided where the present moment is', () => {
    const bands = bandsOf([set('a', 1)], [life('p', 'a', [stretch(0, 0, 'running', 'run')])], axis, moment(40, 40));
    expect(bands.map(({ from, to, ahead }) => [from, to, ahead])).toEqual([
      [0, 0.4, false],
      [0.4, 1, true],
    ]);
  });

  it('lie under lines that step; of what was before the clock, the last value counts', () => {
    const points = [
      { ...moment(0, 0), value: 9 },
      { ...moment(5, 50), value: 3 },
      { ...moment(75, 75), value: 4 },
    ];
    const late = axisOf([moment(5, 50), moment(100, 100)], 'time', SECOND);
    expect(stepLine(points, ({ value }) => value, late)).toEqual([
      [0, 3],
      [0.5, 3],
      [0.5, 4],
      [1, 4],
    ]);
  });
});

describe('what is shown', () => {
  it('depends on the kind; a part that it has not is its first', () => {
    expect(partsOf('Node/node-a')).toEqual(['clock', 'drain', 'lives']);
    expect(partsOf('Service/default/web')).toEqual([]);
    expect(readPart('Deployment/default/web', 'drain')).toBe('rollout');
    expect(readPart('Node/node-a', 'drain')).toBe('drain');
  });

  it('begins with what tells most', () => {
    const row = (key: string) => ({
      ...{ key, kind: key.split('/')[0] ?? '', phase: '' as const, node: '', revision: '', status: '' },
    });
    const keys = ['Pod/default/a', 'Service/default/s', 'Node/n', 'Deployment/default/d'];
    expect(subjectsAmong(keys.map(row)).map(({ key }) => key)).toEqual([
      'Deployment/default/d',
      'Node/n',
      'Pod/default/a',
    ]);
  });

  it('gives the way back as a command', () => {
    expect(undoCommand('Deployment/shop/web', 2)).toBe('kubectl rollout undo deployment/web -n shop --to-revision=2');
  });
});

describe('schedules', () => {
  it('are told in words where they are common, and field by field', () => {
    expect(rhythmOf('0 10 * * *')).toEqual({ kind: 'daily', hour: 10, minute: 0 });
    expect(rhythmOf('*/5 * * * *')).toEqual({ kind: 'every-minutes', minutes: 5 });
    expect(rhythmOf('@hourly')).toEqual({ kind: 'hourly', minute: 0 });
    expect(rhythmOf('0 10 * * 1-5')).toBeUndefined();
    expect(fieldsOf('CRON_TZ=Asia/Tokyo 0 10 1 * *').map(({ text }) => text)).toEqual(['0', '10', '1', '*', '*']);
    expect(fieldsOf('@every 5m')).toEqual([]);
  });
});

describe('a timer’s manifest', () => {
  it('of the known sample has three faults, where they stand', () => {
    expect(apiVersionFault(FAULTY_TIMER.apiVersion).map(({ fault }) => fault)).toEqual(['beta']);
    const { line } = FAULTY_TIMER;
    expect(shellFaults(line).map(({ fault, from, to }) => [fault, line.slice(from, to)])).toEqual([
      ['parenthesis', '('],
      ['redirection', '<https://timer.example/run>'],
    ]);
  });

  it('mended has none', () => {
    expect(apiVersionFault(CURED_TIMER.apiVersion)).toEqual([]);
    expect(shellFaults(CURED_TIMER.line)).toEqual([]);
  });

  it('quotes keep the shell’s hands off, balanced parentheses are a subshell', () => {
    expect(shellFaults('curl \'<https://a.example>\' "(" (date)')).toEqual([]);
    expect(shellFaults('date)').map(({ fault }) => fault)).toEqual(['parenthesis']);
    expect(shellFaults('sort < file')).toEqual([]);
  });

  it('finds the line that a shell is given', () => {
    expect(shellLine(['/bin/sh', '-c', 'date'])).toBe('date');
    expect(shellLine(['bash', '-ec', 'date'])).toBe('date');
    expect(shellLine(['sleep', '90'])).toBe('');
  });
});

describe('words', () => {
  it('of both languages have the same names', () => {
    const shape = (value: unknown): unknown =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shape(one)]))
        : typeof value;
    const of = (words: WorkloadWords): unknown => shape(words);
    expect(of(workloadWords('ja'))).toEqual(of(workloadWords('en')));
  });
});
