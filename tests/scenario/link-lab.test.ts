import { expect, test } from 'vitest';
import { decodeLink, encodeLabLink, type LabLink } from '../../src/scenario/link.ts';

const MOMENT: LabLink = {
  lab: 'map-write',
  variant: 'channel',
  params: { buffer: 2 },
  text: 'func main() {}\n',
  schedule: { kind: 'seed', seed: 3, pins: [] },
  step: 17,
  digest: '0123456789abcdef',
};

test('a moment of the laboratory comes back as it went', () => {
  const hash = encodeLabLink(MOMENT) ?? '';
  expect(hash).toMatch(/^#l1\.[A-Za-z0-9_-]+[0-9a-f]{8}$/);
  expect(decodeLink(hash)).toEqual({ ok: true, value: { kind: 'lab', lab: MOMENT } });
});

test('one without a text of its own has none', () => {
  const { text: _, ...plain } = MOMENT;
  const hash = encodeLabLink({ ...plain, text: undefined }) ?? '';
  expect(decodeLink(hash)).toEqual({ ok: true, value: { kind: 'lab', lab: { ...plain, text: undefined } } });
});

test('what stands beside comes back; anything but a name is left out', () => {
  const hash = encodeLabLink({ ...MOMENT, beside: 'mutex' }) ?? '';
  expect(decodeLink(hash)).toEqual({ ok: true, value: { kind: 'lab', lab: { ...MOMENT, beside: 'mutex' } } });
  const odd = encodeLabLink({ ...MOMENT, beside: 7 as unknown as string }) ?? '';
  expect(decodeLink(odd)).toEqual({ ok: true, value: { kind: 'lab', lab: MOMENT } });
});

test('what is cut off, changed or newer is refused', () => {
  const hash = encodeLabLink(MOMENT) ?? '';
  const code = (text: string): string | undefined => {
    const link = decodeLink(text);
    return link?.ok === false ? link.problem.code : undefined;
  };
  expect(code(hash.slice(0, -12))).toBe('link-truncated');
  expect(code(`${hash.slice(0, 20)}A${hash.slice(21)}`.replace(/.$/, (end) => (end === '0' ? '1' : '0')))).toMatch(
    /^link-(corrupt|truncated)$/,
  );
  expect(code(hash.replace('l1.', 'l2.'))).toBe('link-too-new');
  expect(code('#l1.')).toBe('link-empty');
});

test('a text that no address holds has no link', () => {
  const text = Array.from({ length: 40_000 }, (_, i) => ((i * 2654435761) % 4294967296).toString(36)).join('');
  expect(encodeLabLink({ ...MOMENT, text })).toBeUndefined();
});
