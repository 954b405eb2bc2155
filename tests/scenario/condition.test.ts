import { describe, expect, test } from 'vitest';
import { conditionWords } from '../../src/derive/words/conditions.ts';
import { parseCondition, parseWatch } from '../../src/scenario/condition/parse.ts';

const event = (field: string, comparison: string, value: string) => ({
  is: 'test',
  operand: { of: 'event', field },
  comparison,
  value,
});

describe('conditions', () => {
  test('and binds closer than or, not closer than and, parentheses closest', () => {
    expect(parseCondition('kind = pod.ready or detail = a and not number > 3')).toEqual({
      ok: true,
      value: {
        is: 'or',
        parts: [
          event('kind', '=', 'pod.ready'),
          { is: 'and', parts: [event('detail', '=', 'a'), { is: 'not', part: event('number', '>', '3') }] },
        ],
      },
    });
    expect(parseCondition('(kind = pod.ready or detail = a) AND number>=3')).toEqual({
      ok: true,
      value: {
        is: 'and',
        parts: [
          { is: 'or', parts: [event('kind', '=', 'pod.ready'), event('detail', '=', 'a')] },
          event('number', '>=', '3'),
        ],
      },
    });
  });

  test('Terminating is asked of the deletionTimestamp: no Pod has that phase', () => {
    const operand = { of: 'object', key: 'Pod/default/a', path: 'metadata.deletionTimestamp' };
    expect(parseCondition('phase(Pod/default/a) = Terminating')).toEqual({
      ok: true,
      value: { is: 'test', operand, comparison: '!=', value: '' },
    });
    expect(parseCondition('phase(Pod/default/a) != Terminating')).toEqual({
      ok: true,
      value: { is: 'test', operand, comparison: '=', value: '' },
    });
  });

  test('things of the state', () => {
    const operandOf = (text: string): unknown => {
      const parsed = parseWatch(text);
      return parsed.ok && parsed.value.shows === 'value' ? parsed.value.operand : parsed;
    };
    expect(operandOf('phase(Pod/default/web-1)')).toEqual({ of: 'object', key: 'Pod/default/web-1', path: 'phase' });
    expect(operandOf('field(Deployment/default/web, status.readyReplicas)')).toEqual({
      of: 'object',
      key: 'Deployment/default/web',
      path: 'status.readyReplicas',
    });
    expect(operandOf('queue(backoffQ)')).toEqual({ of: 'queue', queue: 'backoffQ' });
    expect(operandOf('count(Pods)')).toEqual({ of: 'count', kind: 'Pod', where: undefined });
    expect(operandOf('count(pods where phase = Pending and node = "")')).toMatchObject({
      kind: 'Pod',
      where: { is: 'and', parts: [{ operand: { of: 'field', path: 'phase' } }, { value: '' }] },
    });
    expect(parseCondition('exists(Node/node-a)')).toMatchObject({
      ok: true,
      value: { comparison: '=', value: 'true' },
    });
  });

  test('a watch is a thing or a condition', () => {
    expect(parseWatch('queue(activeQ) > 2')).toMatchObject({ ok: true, value: { shows: 'truth' } });
    expect(parseWatch('not kind = pod.ready')).toMatchObject({ ok: true, value: { shows: 'truth' } });
    expect(parseWatch('detail')).toMatchObject({ ok: true, value: { shows: 'value' } });
  });

  test('quotes hold anything, full-width signs mean what they look like', () => {
    expect(parseCondition(`detail = "or (x"`)).toEqual({ ok: true, value: event('detail', '=', 'or (x') });
    expect(parseCondition('number　＞＝　１２')).toEqual({ ok: true, value: event('number', '>=', '12') });
  });

  test.each([
    ['', 'condition-empty', 1],
    ['x'.repeat(301), 'condition-long', 301],
    ['('.repeat(40), 'condition-deep', 17],
    ['= 3', 'condition-what', 1],
    ['kind = pod.ready and', 'condition-what', 21],
    ['colour = red', 'condition-unknown', 1],
    ['eval(1) = 1', 'condition-unknown', 1],
    ['kind', 'condition-comparison', 5],
    ['kind ! 3', 'condition-comparison', 6],
    ['detail =', 'condition-value', 9],
    ['number > many', 'condition-number', 10],
    ['(number > 3', 'condition-closing', 12],
    ['phase(Pod/default/web-1 = Running', 'condition-closing', 25],
    [`detail = 'abc`, 'condition-quote', 10],
    ['phase(web-1) = Running', 'condition-key', 7],
    ['phase(Pod/default/web-*) = Running', 'condition-one-key', 7],
    ['kind = store.writen', 'condition-kind', 8],
    ['count(podz) > 1', 'condition-resource', 7],
    ['queue(podQ) > 1', 'condition-queue', 7],
    ['lane = nodes', 'condition-lane', 8],
    ['number > 3 number', 'condition-rest', 12],
  ])('%s is refused: what, where', (text, code, column) => {
    const parsed = parseCondition(text);
    expect(parsed).toMatchObject({ ok: false, problem: { code, column } });
    if (parsed.ok) return;
    for (const lang of ['en', 'ja'] as const) {
      const [what, todo] = conditionWords(lang).wrong[parsed.problem.code](parsed.problem.params);
      expect(what).not.toBe('');
      expect(todo).not.toMatch(/undefined/);
    }
  });

  test('of an unknown event kind the nearest known one is named', () => {
    const parsed = parseCondition('kind = store.writen');
    expect(!parsed.ok && parsed.problem.params['like']).toBe('store.written');
  });
});
