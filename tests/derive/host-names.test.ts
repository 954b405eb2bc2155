import { describe, expect, test } from 'vitest';
import { fitName, hostLabel, lastPart } from '../../src/derive/homes-draft.ts';

describe('names that are too long', () => {
  test('a host keeps its first label, which is what tells it apart', () => {
    const name = 'ip-10-1-1-111.us-east-4.compute.internal';
    expect(fitName(name, 20)).toBe('ip-10-1-1-111');
    expect(fitName(name, 13)).toBe('ip-10-1-1-111');
    expect(fitName(name, 40)).toBe(name);
    expect(hostLabel(name)).toBe('ip-10-1-1-111');
    expect(lastPart(`Node/${name}`)).toBe('111');
    expect(lastPart('Pod/default/db-0')).toBe('db-0');
  });

  test('hosts that differ in any of their numbers stay apart where even the label is cut', () => {
    expect(fitName('ip-10-1-1-111.ec2.internal', 12)).not.toBe(fitName('ip-10-1-2-111.ec2.internal', 12));
  });

  test('an address is no host name with a domain', () => {
    expect(hostLabel('10.0.0.1')).toBe('10.0.0.1');
    expect(hostLabel('node-a')).toBe('node-a');
  });

  test('a Pod keeps its end', () => {
    expect(fitName('web-6d4cf56db6-m4tzd', 16)).toMatch(/^web.*-…-m4tzd$/);
  });
});
