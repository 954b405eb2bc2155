/** Checks of a CronJob's schedule and time zone: pkg/apis/batch/validation (v1.37), validateScheduleFormat and validateTimeZone. */
import { parseSchedule, ScheduleError } from '../../model/cron-schedule.ts';
import { loadLocation } from '../../model/zones.ts';
import type { Report } from './report.ts';

export function validateSchedule(report: Report, path: string, schedule: string): void {
  if (schedule === '') {
    report.required(path);
    return;
  }
  if (schedule.includes('TZ')) {
    report.invalid(path, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead');
    return;
  }
  try {
    parseSchedule(schedule);
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    report.invalid(path, schedule, error.message);
  }
}

/** @param zone undefined: the controller manager's own */
export function validateTimeZone(report: Report, path: string, zone: string | undefined): void {
  if (zone === undefined) return;
  if (zone === '') report.invalid(path, zone, 'timeZone must be nil or non-empty string');
  else if (zone.toLowerCase() === 'local') {
    report.invalid(path, zone, 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones');
  } else if (loadLocation(zone) === undefined) report.invalid(path, zone, `unknown time zone ${zone}`);
}
