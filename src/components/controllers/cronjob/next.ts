/**
 * The next time of a schedule: github.com/robfig/cron/v3 (v3.0.1) spec.go and constantdelay.go. It walks the wall clock, so
 * a time in a spring gap is passed over and one in an autumn overlap comes twice (10.1). Times are unix seconds.
 */
import type { Schedule } from '../../../model/cron-schedule.ts';
import { civilOf, momentOf, type Civil, type Location } from '../../../model/zones.ts';

const YEARS = 5;
const HOUR = 3600;
const MINUTE = 60;

type Fields = Extract<Schedule, { readonly kind: 'fields' }>;

/** Strictly later than `after` (a part of a second is cut off). @returns undefined where there is none within five years */
export function nextTime(schedule: Schedule, after: number): number | undefined {
  const from = Math.floor(after);
  if (schedule.kind === 'every') return from + schedule.seconds;
  return new Walk(schedule, from + 1).run();
}

/** Days match together where one of the two fields says nothing, else either is enough. */
function dayMatches({ dom, dow }: Fields, { day, weekday }: Civil): boolean {
  const [inMonth, inWeek] = [dom.values.has(day), dow.values.has(weekday)];
  return dom.star || dow.star ? inMonth && inWeek : inMonth || inWeek;
}

/** A moment that is moved on, field by field from the largest; the first move sets the smaller fields to their start. */
class Walk {
  private readonly location: Location;
  private readonly lastYear: number;
  private civil: Civil;
  private moved = false;

  constructor(
    private readonly schedule: Fields,
    private now: number,
  ) {
    this.location = schedule.location;
    this.civil = civilOf(this.location, now);
    this.lastYear = this.civil.year + YEARS;
  }

  run(): number | undefined {
    // Whoever runs over into the next larger field begins from the top.
    while (this.civil.year <= this.lastYear) {
      if (this.month() && this.day() && this.hour() && this.minute()) return this.now;
    }
    return undefined;
  }

  private goTo(moment: number): void {
    this.now = moment;
    this.civil = civilOf(this.location, moment);
    this.moved = true;
  }

  private month(): boolean {
    while (!this.schedule.month.values.has(this.civil.month)) {
      const { year, month } = this.civil;
      if (!this.moved) this.goTo(momentOf(this.location, { year, month, day: 1 }));
      this.goTo(momentOf(this.location, { ...this.civil, month: this.civil.month + 1 }));
      if (this.civil.month === 1) return false;
    }
    return true;
  }

  private day(): boolean {
    while (!dayMatches(this.schedule, this.civil)) {
      const { year, month, day } = this.civil;
      if (!this.moved) this.goTo(momentOf(this.location, { year, month, day }));
      this.goTo(momentOf(this.location, { ...this.civil, day: this.civil.day + 1 }));
      // A day that does not begin at midnight: back to what is nearest.
      const { hour } = this.civil;
      if (hour !== 0) this.goTo(this.now + (hour > 12 ? 24 - hour : -hour) * HOUR);
      if (this.civil.day === 1) return false;
    }
    return true;
  }

  private hour(): boolean {
    while (!this.schedule.hour.values.has(this.civil.hour)) {
      const { year, month, day, hour } = this.civil;
      if (!this.moved) this.goTo(momentOf(this.location, { year, month, day, hour }));
      this.goTo(this.now + HOUR);
      if (this.civil.hour === 0) return false;
    }
    return true;
  }

  private minute(): boolean {
    while (!this.schedule.minute.values.has(this.civil.minute)) {
      if (!this.moved) this.goTo(this.now - (this.now % MINUTE));
      this.goTo(this.now + MINUTE);
      if (this.civil.minute === 0) return false;
    }
    return this.second();
  }

  /** Seconds are always 0: the next full minute is looked at from the top. */
  private second(): boolean {
    if (this.civil.second === 0) return true;
    this.goTo(this.now + MINUTE - this.civil.second);
    return false;
  }
}
