import fc from 'fast-check';
import { deflateSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  decodeLink,
  decodeMomentFile,
  encodeGalleryLink,
  encodeLink,
  encodeMomentFile,
  PAYLOAD_MAX,
} from '../../src/scenario/link.ts';

const MOMENT = {
  step: 128,
  anchor: 'bind:default/web-1',
  select: 'Pod/default/web-1',
  view: 'stage',
  digest: '0123456789abcdef',
};
const SCENARIO = '{"apiVersion":"v1","items":[],"kind":"List"}';

const codeOf = (fragment: string): string | undefined => {
  const link = decodeLink(fragment);
  return link?.ok === false ? link.problem.code : undefined;
};

describe('links (CONTRACT 4)', () => {
  it('any scenario and moment come back as they went in; equal ones give equal links', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.nat(),
        fc.string({ unit: 'grapheme' }),
        (scenario, step, select) => {
          const moment = { ...MOMENT, step, select };
          const link = encodeLink(scenario, moment) ?? '';
          expect(decodeLink(link)).toEqual({ ok: true, value: { kind: 'scenario', scenario, moment, engine: 1 } });
          expect(encodeLink(scenario, { ...moment })).toBe(link);
          expect(link).toMatch(/^#1\.[A-Za-z0-9_-]*[0-9a-f]{8}$/);
        },
      ),
    );
  });

  it('a link that chat programs escaped, even twice, still opens', () => {
    const link = encodeLink(SCENARIO, MOMENT) ?? '';
    expect(decodeLink(encodeURIComponent(link.slice(1)))?.ok).toBe(true);
    expect(decodeLink(encodeURIComponent(encodeURIComponent('g.web@bind:default/web-1')))).toEqual(
      decodeLink('#g.web@bind:default/web-1'),
    );
  });

  it('gallery and file links carry a name and a moment', () => {
    expect(encodeGalleryLink('web', 'bind:default/web-1')).toBe('#g.web@bind:default/web-1');
    expect(decodeLink('#g.web@bind:default/web-1')).toEqual({
      ok: true,
      value: { kind: 'gallery', name: 'web', at: 'bind:default/web-1' },
    });
    expect(decodeLink('#f.0123456789abcdef@12')).toEqual({
      ok: true,
      value: { kind: 'file', digest: '0123456789abcdef', at: '12' },
    });
    expect(decodeLink('')).toBeUndefined();
  });

  it('every proper prefix of a link is refused, most as cut off', () => {
    const link = encodeLink(SCENARIO.repeat(20), MOMENT) ?? '';
    const codes = Array.from({ length: link.length - 4 }, (_, i) => codeOf(link.slice(0, i + 3)));
    expect(codes.every((c) => c !== undefined)).toBe(true);
    expect(codes[0]).toBe('link-empty');
    expect(codes.filter((c) => c === 'link-truncated').length).toBeGreaterThan(codes.length * 0.9);
  });

  it('one changed character is noticed, whichever it is', () => {
    const link = encodeLink(SCENARIO, MOMENT) ?? '';
    for (let i = 3; i < link.length; i++) {
      const other = link[i] === 'A' ? 'B' : 'A';
      expect(codeOf(link.slice(0, i) + other + link.slice(i + 1))).toMatch(/^link-(corrupt|truncated)$/);
    }
  });

  it('other versions, other texts', () => {
    expect(codeOf('#2.abcdef')).toBe('link-too-new');
    expect(codeOf('#1.')).toBe('link-empty');
    expect(codeOf('#0.aaaa')).toBe('link-corrupt');
    expect(codeOf('#hello')).toBe('link-corrupt');
    expect(codeOf(`#1.${'A'.repeat(PAYLOAD_MAX + 1)}`)).toBe('link-too-large');
  });

  it('50 MB behind a small link are refused before they are inflated', () => {
    const bomb = deflateSync(strToU8('a'.repeat(50_000_000)), { level: 9 });
    const payload = Buffer.from(bomb).toString('base64url');
    expect(payload.length).toBeLessThan(70_000);
    let crc = ~0;
    for (const c of payload) {
      crc ^= c.charCodeAt(0);
      for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    const link = `#1.${payload}${(~crc >>> 0).toString(16).padStart(8, '0')}`;
    expect(codeOf(link)).toBe('link-too-large');
  });

  it('a scenario that is too large for a link travels as a file', () => {
    let noise = '';
    for (let i = 0, x = 1; i < 40_000; i++, x = (Math.imul(x, 48271) >>> 0) % 2147483647) noise += x.toString(36);
    expect(encodeLink(noise, MOMENT)).toBeUndefined();
    expect(decodeMomentFile(encodeMomentFile(noise, MOMENT))).toEqual({
      kind: 'scenario',
      scenario: noise,
      moment: MOMENT,
      engine: 1,
    });
    expect(decodeMomentFile('{"apiVersion":"v1"}')).toBeUndefined();
  });
});
