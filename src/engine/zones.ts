/** The seat of the time zones: few scenarios name one. */
import { hasZones } from '../model/zones.ts';

export { installZones } from '../model/zones.ts';

/** Of a CronJob, in either of its ways to say so; whatever else has these letters in it loads them in vain. */
const NAMES_A_ZONE = /timeZone|TZ=/;

/** @param text JSON of what is about to run */
export const lacksZones = (text: string): boolean => !hasZones() && NAMES_A_ZONE.test(text);
