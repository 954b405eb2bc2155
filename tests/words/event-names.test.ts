import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/derive/text-width.ts';
import { eventName } from '../../src/derive/words/event-names.ts';
import { EVENT_KIND_NAMES } from '../../src/model/events.ts';

const event = (kind: string, detail = 'node-c') => ({
  kind,
  subject: 'kubelet node-c',
  object: 'Pod/default/web-6d4cf56db6-m4tzd',
  detail,
  number: 3,
});

describe('names of events on the timeline', () => {
  it.each(EVENT_KIND_NAMES)('%s has a short name in both languages, never the kind itself', (kind) => {
    for (const lang of ['en', 'ja'] as const) {
      const name = eventName(event(kind), lang);
      expect(name).not.toBe('');
      expect(name).not.toContain(kind);
      expect(name.length).toBeLessThan(26);
    }
  });

  it('a binding reads as in the design: "Bind m4tzd"', () => {
    expect(eventName(event('store.written', 'bind'), 'en')).toBe('Bind m4tzd');
    expect(eventName(event('container.started'), 'en')).toBe('m4tzd starts');
    expect(eventName(event('pod.ready'), 'ja')).toBe('m4tzd Ready');
  });

  it('a kind of a newer engine has no name rather than a raw one', () => {
    expect(eventName(event('later.kind'), 'en')).toBe('');
  });
});

describe('the width of a text', () => {
  it('counts wide characters as a whole em', () => {
    expect(textWidth('調整', 11)).toBeCloseTo(22);
    expect(textWidth('watch', 11)).toBeGreaterThan(26);
    expect(textWidth('watch', 11)).toBeLessThan(36);
  });
});
