/** Texts of k8s.io/apimachinery pkg/util/validation/field (errors.go) and of Go's aggregate errors (util/errors). */

/** A value as field.Invalid prints it: JSON-like quotes; a missing list is null. */
export function printValue(value: unknown): string {
  if (value === undefined) return 'null';
  return JSON.stringify(value);
}

/** `path: Invalid value: value: detail`; an empty path prints as upstream's nil path does. */
export const invalid = (path: string, value: unknown, detail: string): string =>
  `${path === '' ? '<nil>' : path}: Invalid value: ${printValue(value)}: ${detail}`;

/** Without supported values only the value is named. */
export function notSupported(path: string, value: string, supported: readonly string[] = []): string {
  const list = supported.length === 0 ? '' : `: supported values: ${supported.map(printValue).join(', ')}`;
  return `${path}: Unsupported value: ${printValue(value)}${list}`;
}

/** One error as it is, several in brackets, each text once. */
export function aggregate(problems: readonly string[]): string {
  const distinct = [...new Set(problems)];
  return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`;
}
