import { describe, expect, it } from 'vitest';
import { dns1123Label, dns1123Subdomain, labelValueProblems, qualifiedNameProblems } from '../../src/model/names.ts';
import { compareResourceVersions } from '../../src/model/resource-version.ts';

describe('names', () => {
  it('are at most 63 bytes, subdomains 253', () => {
    expect(dns1123Label('a'.repeat(63))).toEqual([]);
    expect(dns1123Label('a'.repeat(64))).toHaveLength(1);
    expect(dns1123Subdomain('a'.repeat(253))).toEqual([]);
    expect(dns1123Subdomain('a'.repeat(254))).toHaveLength(1);
    expect(labelValueProblems('a'.repeat(64))).toHaveLength(1);
    expect(qualifiedNameProblems(`example.com/${'a'.repeat(63)}`)).toEqual([]);
    expect(qualifiedNameProblems(`example.com/${'a'.repeat(64)}`)).toHaveLength(1);
  });

  it('do not end with a line break', () => {
    expect(dns1123Label('web\n')).toHaveLength(1);
  });
});

describe('resource versions', () => {
  it('are ordered as numbers of any length', () => {
    expect(compareResourceVersions('9', '10')).toBe(-1);
    expect(compareResourceVersions('18446744073709551616', '18446744073709551615')).toBe(1);
    expect(compareResourceVersions('07', '7')).toBeUndefined();
  });
});
