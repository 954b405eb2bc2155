/**
 * Order of two resource versions: k8s.io/apimachinery pkg/util/resourceversion (v0.35 and later). A version is a decimal
 * number of any length without a leading zero; "0" and "" are requests, not versions.
 */
const WELL_FORMED = /^[1-9][0-9]*$/;

/** -1, 0 or 1; undefined where one of them is no resource version. */
export function compareResourceVersions(a: string, b: string): -1 | 0 | 1 | undefined {
  if (!WELL_FORMED.test(a) || !WELL_FORMED.test(b)) return undefined;
  if (a === b) return 0;
  if (a.length !== b.length) return a.length < b.length ? -1 : 1;
  return a < b ? -1 : 1;
}
