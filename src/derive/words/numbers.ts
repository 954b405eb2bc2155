/** Numbers as the page writes them: thousands with a comma in both languages, a real minus sign, units last. */

const MINUS = '\u2212';

/** 84310 -> "84,310". Fractions are cut to `digits`. */
export function count(n: number, digits = 0): string {
  const sign = n < 0 ? MINUS : '';
  const [whole = '0', fraction] = Math.abs(n).toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return sign + (fraction === undefined ? grouped : `${grouped}.${fraction}`);
}

const pad = (n: number, width: number): string => String(n).padStart(width, '0');

/** Simulated time: "0:00.412", or "1:02:03.000" from an hour on. @param micros microseconds */
export function simTime(micros: number): string {
  const millis = Math.floor(micros / 1000);
  const seconds = Math.floor(millis / 1000) % 60;
  const minutes = Math.floor(millis / 60_000) % 60;
  const hours = Math.floor(millis / 3_600_000);
  const tail = `${pad(seconds, 2)}.${pad(millis % 1000, 3)}`;
  return hours > 0 ? `${String(hours)}:${pad(minutes, 2)}:${tail}` : `${String(minutes)}:${tail}`;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** A span: "278 ms", "1.60 s", "2 min 5 s", "23 h 58 min", "4 d 23 h". @param micros microseconds */
export function span(micros: number): string {
  if (micros < 1000) return `${count(micros)} µs`;
  if (micros < 1_000_000) return `${count(micros / 1000)} ms`;
  if (micros < 60_000_000) return `${count(micros / 1e6, 2)} s`;
  const seconds = Math.floor(micros / 1e6);
  if (seconds < HOUR) return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
  if (seconds < DAY) return `${String(Math.floor(seconds / HOUR))} h ${String(Math.floor((seconds % HOUR) / 60))} min`;
  return `${count(Math.floor(seconds / DAY))} d ${String(Math.floor((seconds % DAY) / HOUR))} h`;
}

/** "22.4 MB" (powers of ten, as file managers print). */
export function bytes(n: number): string {
  if (n < 1000) return `${String(n)} B`;
  if (n < 1e6) return `${count(n / 1e3, 1)} kB`;
  return `${count(n / 1e6, 1)} MB`;
}

const MEBI = 1024 * 1024;

/** An amount of a resource in the scheduler's base unit: "3,900m" of cpu, "8Gi" or "512Mi" of memory, others as they are. */
export function quantity(resource: string, value: number): string {
  if (resource === 'cpu') return `${count(value)}m`;
  if (!/memory|storage|hugepages/.test(resource)) return count(value);
  const gibi = value / (1024 * MEBI);
  return Number.isInteger(gibi) ? `${count(gibi)}Gi` : `${count(value / MEBI)}Mi`;
}
