/** Small parts of the programs that go-lab-text.ts writes. */

/** A variable or an operation; its fields depend on `kind` or `op`. */
export interface GoLabItem {
  readonly [field: string]: unknown;
}

/** The program under the pen: it knows which variables are used, and writes bodies. */
export interface Pen {
  /** The variable that a field of an operation names. */
  name(item: GoLabItem, field: string): string;
  body(body: readonly GoLabItem[]): string[];
  /** A body with registers of its own. */
  goroutine(body: readonly GoLabItem[]): string[];
  cancel(item: GoLabItem): string;
}

export function text(item: GoLabItem, field: string): string {
  const value = item[field];
  if (typeof value !== 'string') throw new Error(`${JSON.stringify(item)} has no ${field}`);
  return value;
}

export function number(item: GoLabItem, field: string): string {
  const value = item[field];
  if (typeof value !== 'number') throw new Error(`${JSON.stringify(item)} has no ${field}`);
  return String(value);
}

export function list(item: GoLabItem, field: string): readonly GoLabItem[] {
  const value = item[field];
  return Array.isArray(value) ? (value as readonly GoLabItem[]) : [];
}

export function millis(n: string): string {
  return `${n} * time.Millisecond`;
}

/** As gofmt writes it deeper inside a call. */
export function closeMillis(n: string): string {
  return `${n}*time.Millisecond`;
}

export function print(format: string, ...values: readonly string[]): string {
  return `fmt.Printf(${[`"${format}\\n"`, ...values].join(', ')})`;
}

export function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `\t${line}`);
}

export function braced(head: string, body: readonly string[], tail = '}'): string[] {
  return [`${head} {`, ...indent(body), tail];
}
