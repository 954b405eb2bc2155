/** The schedule of a link: plain data from outside, taken only where it has the right shape. */
import type { LabPick, LabPin, LabSchedule } from '../protocol/lab.ts';

const whole = (value: unknown): value is number => Number.isSafeInteger(value);
const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

export function scheduleFrom(value: unknown): LabSchedule | undefined {
  const { kind, seed, pins, picks } = record(value);
  if (kind === 'way' && Array.isArray(picks)) return { kind, picks: picks.flatMap(pickFrom) };
  if (kind === 'seed' && whole(seed) && Array.isArray(pins)) return { kind, seed, pins: pins.flatMap(pinFrom) };
  return undefined;
}

function pickFrom(value: unknown): LabPick[] {
  const { step, goroutine, option } = record(value);
  return whole(step) && whole(goroutine) && whole(option) ? [{ step, goroutine, option }] : [];
}

function pinFrom(value: unknown): LabPin[] {
  const { label, object, occurrence, option } = record(value);
  if (typeof label !== 'string' || typeof object !== 'string') return [];
  return whole(occurrence) && whole(option) ? [{ label, object, occurrence, option }] : [];
}
