import { describe, expect, test } from 'vitest';
import { NO_MARKS } from '../../src/scenario/link-marks.ts';
import { Marks } from '../../src/store/marks.ts';
import { TimelineLook } from '../../src/store/timeline.ts';

const mark = (step: number, name = `at ${String(step)}`, anchor = '') => ({ step, name, anchor });

describe('bookmarks', () => {
  test('one a step, in order, with a name each', () => {
    const marks = new Marks();
    for (const step of [30, 10, 20, 10]) marks.addBookmark(mark(step));
    marks.rename(20, 'here');
    marks.rename(30, '');
    marks.rename(99, 'nowhere');
    marks.removeBookmark(10);
    expect(marks.state.bookmarks.map(({ step, name }) => [step, name])).toEqual([
      [20, 'here'],
      [30, 'at 30'],
    ]);
  });

  test('a link holds no more than 64', () => {
    const marks = new Marks();
    for (let step = 1; step <= 70; step++) marks.addBookmark(mark(step));
    expect(marks.state.bookmarks).toHaveLength(64);
  });

  test('of a link: stay where their event is at their step, go to where it is, stay where it never comes', () => {
    const events = ['', 'a', 'b', 'c', 'd'];
    const finder = (length: number) => ({
      length,
      anchorOf: (step: number) => events[step] ?? '',
      find: (anchor: string) => {
        const at = events.indexOf(anchor);
        return at > 0 && at <= length ? at : undefined;
      },
    });
    const marks = new Marks();
    marks.open({ ...NO_MARKS, bookmarks: [mark(1, 'first', 'a'), mark(2, 'moved', 'd'), mark(3, 'gone', 'x')] });
    marks.settle(finder(3), false);
    expect(marks.state.bookmarks.map(({ step }) => step)).toEqual([1, 2, 3]);
    marks.settle(finder(4), true);
    expect(marks.state.bookmarks.map(({ step, name }) => [step, name])).toEqual([
      [1, 'first'],
      [3, 'gone'],
      [4, 'moved'],
    ]);
  });
});

describe('the look of the timeline', () => {
  const LANES = ['clients', 'api-server'];
  test('one lane always stays; one at a time is open; all comes back', () => {
    const look = new TimelineLook();
    look.toggleLane('clients', LANES);
    look.toggleLane('api-server', LANES);
    expect([...look.state.hidden]).toEqual(['clients']);
    look.toggleOpen('clients');
    look.toggleOpen('api-server');
    expect(look.state.open).toBe('api-server');
    look.toggleOpen('api-server');
    expect(look.state.open).toBe('');
    look.setText('bind');
    look.setOnlySelected(true);
    look.showAll();
    expect(look.state).toMatchObject({ hidden: new Set(), text: '', onlySelected: false });
  });

  test('wishes reach who listens, as long as they do', () => {
    const look = new TimelineLook();
    const heard: string[] = [];
    const stop = look.onWish((wish) => heard.push(wish));
    look.ask('in');
    stop();
    look.ask('out');
    expect(heard).toEqual(['in']);
  });
});
