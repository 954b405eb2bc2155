/** Checks of a cron schedule: github.com/robfig/cron/v3 parser.go as batch validation calls it (v1.37). Five fields only. */
import type { Report } from './report.ts';

const DESCRIPTORS = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']);

export function validateSchedule(report: Report, path: string, schedule: string): void {
  if (schedule === '') {
    report.required(path);
    return;
  }
  if (schedule.includes('TZ')) {
    report.invalid(path, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead');
    return;
  }
  if (schedule.startsWith('@')) {
    if (!DESCRIPTORS.has(schedule) && !schedule.startsWith('@every ')) {
      report.invalid(path, schedule, `unrecognized descriptor: ${schedule}`);
    }
    return;
  }
  const fields = schedule.split(/\s+/).filter((field) => field !== '');
  if (fields.length !== 5) {
    report.invalid(path, schedule, `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`);
  }
}
