/**
 * The recorded cases of source go-lab as Go programs (go1.26) in the subset of src/golang: what a case lists as operations,
 * written out, printing as the recorder printed. Registers are variables of their goroutine; a value that is only read for
 * the race detector goes to `use`.
 */

import { flowOperation, timeOperation } from './go-lab-flow.ts';
import { closeMillis, indent, list, millis, number, text, type GoLabItem, type Pen } from './go-lab-lines.ts';
import { channelOperation, dataOperation, lockOperation } from './go-lab-shared.ts';

export interface GoLabGiven {
  readonly vars: readonly GoLabItem[];
  readonly main: readonly GoLabItem[];
}

const PACKAGES: readonly (readonly [path: string, name: string])[] = [
  ['context', 'context'],
  ['errors', 'errors'],
  ['fmt', 'fmt'],
  ['os', 'os'],
  ['runtime', 'runtime'],
  ['sync', 'sync'],
  ['sync/atomic', 'atomic'],
  ['time', 'time'],
];

/** @throws Error for an operation or kind that is not listed in the README of the cases */
export function goTextOf(given: GoLabGiven): string {
  const writer = new Writer(given);
  const body = writer.main();
  const used = PACKAGES.filter(([, name]) =>
    body.some((line) => new RegExp(`\\b${name}\\.`).test(line.replace(/"[^"]*"/g, ''))),
  );
  const imports = used.length === 0 ? [] : ['import (', ...used.map(([path]) => `\t"${path}"`), ')', ''];
  const use = body.some((line) => line.trimStart().startsWith('use(')) ? [...USE, ''] : [];
  return ['package main', '', ...imports, ...use, 'func main() {', ...body, '}', ''].join('\n');
}

const USE = ['//go:noinline', 'func use(v int) {}'];

/** Bodies that run in a goroutine of their own have registers of their own. */
const OWN_GOROUTINE = new Set(['go', 'wggo', 'afterfunc']);

interface Registers {
  readonly all: Set<string>;
  readonly read: Set<string>;
}

function registersOf(body: readonly GoLabItem[], found: Registers): Registers {
  for (const item of body) {
    const reg = item['op'] === 'if' ? item['var'] : item['reg'];
    if (typeof reg === 'string') {
      const reads = item['op'] === 'if' || item['op'] === 'store';
      (reads ? found.read : found.all).add(reg);
    }
    if (!OWN_GOROUTINE.has(String(item['op']))) registersOf(list(item, 'body'), found);
  }
  return found;
}

class Writer implements Pen {
  private readonly given: GoLabGiven;
  private readonly used = new Set<string>();
  /** Contexts that some operation cancels with a cause. */
  private readonly causes: boolean;

  constructor(given: GoLabGiven) {
    this.given = given;
    this.causes = JSON.stringify(given.main).includes('"cause":');
  }

  main(): string[] {
    const body = this.goroutine(this.given.main);
    const vars = this.given.vars.flatMap((item) => [...this.variable(item), ...this.unused(item)]);
    return indent([...vars, ...body]);
  }

  goroutine(body: readonly GoLabItem[]): string[] {
    const { all, read } = registersOf(body, { all: new Set(), read: new Set() });
    const declared = [...all].flatMap((reg) => [`var ${reg} int`, ...(read.has(reg) ? [] : [`_ = ${reg}`])]);
    return [...declared, ...this.body(body)];
  }

  body(body: readonly GoLabItem[]): string[] {
    return body.flatMap((item) => this.operation(item));
  }

  name(item: GoLabItem, field: string): string {
    const name = text(item, field);
    this.used.add(name);
    return name;
  }

  private cancelName(name: string): string {
    return `cancel${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  }

  private unused(item: GoLabItem): string[] {
    const name = text(item, 'name');
    const kind = text(item, 'kind');
    const copies = ['mutex', 'rwmutex', 'wg', 'once', 'atomic', 'syncmap'].includes(kind);
    const lines = this.used.has(name) ? [] : [copies ? `_ = &${name}` : `_ = ${name}`];
    if (kind === 'ctx' && !this.used.has(this.cancelName(name))) lines.push(`_ = ${this.cancelName(name)}`);
    return lines;
  }

  private variable(item: GoLabItem): string[] {
    const name = text(item, 'name');
    const kind = text(item, 'kind');
    switch (kind) {
      case 'chan':
        return [`${name} := make(chan int${item['cap'] === 0 ? '' : `, ${number(item, 'cap')}`})`];
      case 'nilchan':
        return [`var ${name} chan int`];
      case 'mutex':
        return [`var ${name} sync.Mutex`];
      case 'rwmutex':
        return [`var ${name} sync.RWMutex`];
      case 'wg': {
        const count = item['count'] === undefined ? 0 : item['count'];
        return [`var ${name} sync.WaitGroup`, ...(count === 0 ? [] : [`${name}.Add(${number(item, 'count')})`])];
      }
      case 'int':
        return [`${name} := ${number(item, 'value')}`];
      case 'atomic':
        return [
          `var ${name} atomic.Int64`,
          ...(item['value'] === 0 || item['value'] === undefined ? [] : [`${name}.Store(${number(item, 'value')})`]),
        ];
      case 'map':
        return [`${name} := map[int]int{}`];
      case 'nilmap':
        return [`var ${name} map[int]int`];
      case 'syncmap':
        return [`var ${name} sync.Map`];
      case 'once':
        return [`var ${name} sync.Once`];
      case 'cond':
        return [`${name} := sync.NewCond(&${this.name(item, 'mutex')})`];
      case 'ctx':
        return [this.context(item, name)];
      case 'timer':
        return [`${name} := time.NewTimer(${millis(number(item, 'ms'))})`];
      case 'ticker':
        return [`${name} := time.NewTicker(${millis(number(item, 'ms'))})`];
      default:
        throw new Error(`unknown kind of variable ${kind}`);
    }
  }

  private context(item: GoLabItem, name: string): string {
    const parent = typeof item['parent'] === 'string' ? this.name(item, 'parent') : 'context.Background()';
    const left = `${name}, ${this.cancelName(name)} :=`;
    if (typeof item['timeoutMs'] === 'number')
      return `${left} context.WithTimeout(${parent}, ${closeMillis(number(item, 'timeoutMs'))})`;
    return `${left} context.${this.causes ? 'WithCancelCause' : 'WithCancel'}(${parent})`;
  }

  private operation(item: GoLabItem): string[] {
    const op = text(item, 'op');
    const lines =
      channelOperation(this, op, item) ??
      lockOperation(this, op, item) ??
      dataOperation(this, op, item) ??
      timeOperation(this, op, item) ??
      flowOperation(this, op, item);
    if (lines === undefined) throw new Error(`unknown operation ${op}`);
    return lines;
  }

  cancel(item: GoLabItem): string {
    const name = this.cancelName(text(item, 'ctx'));
    this.used.add(name);
    const timed = this.given.vars.some((one) => one['name'] === item['ctx'] && typeof one['timeoutMs'] === 'number');
    if (!this.causes || timed) return `${name}()`;
    return `${name}(${typeof item['cause'] === 'string' ? `errors.New(${JSON.stringify(item['cause'])})` : 'nil'})`;
  }
}
