import { beforeEach, describe, expect, it } from 'vitest';
import { TraceBuffer } from '../../src/derive/trace-buffer.ts';
import { GRANULARITIES, Playback } from '../../src/store/playback.ts';
import { createFakeEngine, STEPS } from '../fixtures/fake-engine.ts';

function openTrace(): TraceBuffer {
  const engine = createFakeEngine();
  const opened = engine.open({ files: [{ name: 'a.yaml', data: 'kind: Pod' }] });
  if (!opened.ok) throw new Error('the fake engine refused');
  const trace = new TraceBuffer(opened.value);
  trace.append(engine.advance(1000));
  return trace;
}

describe('playback', () => {
  let playback: Playback;
  beforeEach(() => {
    playback = new Playback();
    playback.open(openTrace(), 1_000_000);
    playback.grow({ steps: STEPS, simMicros: 0, state: 'quiescent' });
  });

  it('opens paused at step 0 with the whole run ahead', () => {
    expect(playback.state).toMatchObject({ step: 0, steps: STEPS, playing: false });
  });

  for (const granularity of GRANULARITIES) {
    it(`UX 7: n steps of ${granularity} forth and n back lead home, from every step`, () => {
      for (let home = 0; home <= STEPS; home++) {
        playback.setGranularity(granularity);
        playback.seek(home);
        let taken = 0;
        while (taken < 4) {
          const before = playback.state.step;
          playback.stepForward();
          if (playback.state.step === before) break;
          taken++;
        }
        for (let i = 0; i < taken; i++) playback.stepBack();
        expect(playback.state.step).toBe(home);
      }
    });
  }

  it('stops where the granularity says: cycle.started is a cycle, request.sent is not', () => {
    const trace = openTrace();
    playback.setGranularity('cycle');
    playback.stepForward();
    expect(trace.kindName(playback.state.step)).toBe('cycle.started');
  });

  it('the end of a run that is still computed moves on, unless the person has gone elsewhere', () => {
    const engine = createFakeEngine();
    const opened = engine.open({ files: [{ name: 'a.yaml', data: 'kind: Pod' }] });
    if (!opened.ok) throw new Error('the fake engine refused');
    const trace = new TraceBuffer(opened.value);
    trace.append(engine.advance(4));
    playback.open(trace, 1_000_000);
    playback.grow({ steps: 4, simMicros: 0, state: 'running' });
    const known = playback.state.steps;
    playback.last();
    expect(playback.state.step).toBe(known);
    trace.append(engine.advance(1000));
    playback.grow({ steps: STEPS, simMicros: 0, state: 'quiescent' });
    expect(playback.state.step).toBe(STEPS);
    expect(known).toBeLessThan(STEPS);

    playback.open(trace, 1_000_000);
    playback.grow({ steps: 4, simMicros: 0, state: 'running' });
    playback.last();
    playback.seek(1);
    playback.grow({ steps: STEPS, simMicros: 0, state: 'quiescent' });
    expect(playback.state.step).toBe(1);
  });

  it('steps and seeks pause; play at the end starts over', () => {
    playback.play();
    expect(playback.state.playing).toBe(true);
    playback.stepForward();
    expect(playback.state.playing).toBe(false);
    playback.last();
    playback.play();
    expect(playback.state).toMatchObject({ step: 0, playing: true });
  });

  it('an animated walk keeps the step until the play-head has passed it, and a second press ends the first', () => {
    playback.animated = () => true;
    playback.stepForward();
    expect(playback.state).toMatchObject({ step: 0, goal: 1 });
    playback.stepForward();
    expect(playback.state).toMatchObject({ step: 1, goal: 2 });
    playback.arrive();
    expect(playback.state).toMatchObject({ step: 2, goal: undefined });
    playback.stepBack();
    expect(playback.state).toMatchObject({ step: 2, goal: 1 });
  });

  it('go to step takes n, +n, -n and sim time, and refuses the rest', () => {
    const goTo = (text: string): number => {
      playback.seek(playback.landing(text)?.step ?? NaN);
      return playback.state.step;
    };
    expect(goTo('12')).toBe(12);
    expect(goTo('+3')).toBe(15);
    expect(goTo('−5')).toBe(10);
    const timed = goTo('0:00.004');
    expect(openTrace().time(timed)).toBeLessThanOrEqual(4000);
    expect(openTrace().time(timed + 1)).toBeGreaterThan(4000);
    expect(playback.landing('soon')).toBeUndefined();
    expect(goTo('99999')).toBe(STEPS);
  });

  it('speeds go from a quarter to the most and no further', () => {
    for (let i = 0; i < 9; i++) playback.nudgeSpeed(1);
    expect(playback.state.speed).toBe('max');
    for (let i = 0; i < 9; i++) playback.nudgeSpeed(-1);
    expect(playback.state.speed).toBe(0.25);
  });
});
