import { describe, expect, test } from 'vitest';
import { Playback, type Track } from '../../src/store/playback.ts';
import { Stops } from '../../src/store/stops.ts';

const TRACK: Track = {
  length: 100,
  next: (step) => Math.min(100, step + 1),
  previous: (step) => Math.max(0, step - 1),
  stepOfTime: () => 0,
};
const stop = (step: number, words = 'why') => ({ step, words });

describe('stops of several sources', () => {
  test('are one list by step; play goes no further than all of them know', () => {
    const stops = new Stops();
    expect(stops.any).toBe(false);
    stops.set('breakpoints', { stops: [stop(10, 'a'), stop(40, 'b')], upTo: 60 });
    stops.set('invariants', { stops: [stop(10, 'c'), stop(20, 'd')], upTo: 30 });
    expect(stops.all.map(({ step, words }) => [step, words])).toEqual([
      [10, 'a'],
      [10, 'c'],
      [20, 'd'],
      [40, 'b'],
    ]);
    expect(stops.upTo).toBe(30);
    expect(stops.next(10)?.step).toBe(20);
    expect(stops.next(40)).toBeUndefined();
    expect(stops.previous(10)).toBeUndefined();
    expect(stops.previous(11)?.step).toBe(10);
    expect(stops.at(10)).toHaveLength(2);
    stops.set('invariants', undefined);
    expect([stops.upTo, stops.next(10)?.step]).toEqual([60, 40]);
  });
});

describe('playback', () => {
  const opened = (): Playback => {
    const playback = new Playback();
    playback.open(TRACK, 1e6);
    playback.grow({ steps: 100, simMicros: 0, state: 'quiescent' });
    return playback;
  };

  test('finds the next stop and the one before, from both sides the same', () => {
    const playback = opened();
    playback.giveStops('x', { stops: [stop(10), stop(40)], upTo: 100 });
    expect(playback.findStop(1)).toBe(10);
    playback.seek(100);
    expect(playback.findStop(-1)).toBe(40);
    playback.seek(40);
    expect(playback.findStop(-1)).toBe(10);
  });

  test('where there is none nothing moves, and it is told until the next move', () => {
    const playback = opened();
    playback.seek(50);
    expect([playback.findStop(1), playback.state.noStop, playback.state.step]).toEqual([undefined, 'none-set', 50]);
    playback.giveStops('x', { stops: [stop(10)], upTo: 100 });
    expect([playback.findStop(1), playback.state.noStop, playback.state.step]).toEqual([undefined, 'next', 50]);
    playback.stepForward();
    expect(playback.state.noStop).toBeUndefined();
    playback.seek(5);
    expect([playback.findStop(-1), playback.state.noStop]).toEqual([undefined, 'previous']);
  });

  test('play may go to the next stop, or to where it is known whether there is one', () => {
    const playback = opened();
    expect(playback.limit(3).step).toBe(Infinity);
    playback.giveStops('x', { stops: [stop(10), stop(40)], upTo: 60 });
    expect(playback.limit(3)).toEqual({ step: 10, stops: true });
    expect(playback.limit(10)).toEqual({ step: 40, stops: true });
    expect(playback.limit(40)).toEqual({ step: 60, stops: false });
    expect(playback.limit(70)).toEqual({ step: 70, stops: false });
  });

  test('another run has none', () => {
    const playback = opened();
    playback.giveStops('x', { stops: [stop(10)], upTo: 100 });
    playback.open(TRACK, 1e6);
    expect(playback.state.stops).toEqual([]);
    expect(playback.limit(3).step).toBe(Infinity);
  });
});
