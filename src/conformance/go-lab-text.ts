/**
 * The recorded cases of source go-lab as Go programs (go1.26) in the subset of src/golang: what a case lists as operations,
 * written out, printing as the recorder printed. Registers are variables of their goroutine; a value that is only read for
 * the race detector goes to `use`.
 */

import { braced, closeMillis, indent, list, millis, number, print, text, type GoLabItem } from './go-lab-lines.ts';

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

class Writer {
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

  private goroutine(body: readonly GoLabItem[]): string[] {
    const { all, read } = registersOf(body, { all: new Set(), read: new Set() });
    const declared = [...all].flatMap((reg) => [`var ${reg} int`, ...(read.has(reg) ? [] : [`_ = ${reg}`])]);
    return [...declared, ...this.body(body)];
  }

  private body(body: readonly GoLabItem[]): string[] {
    return body.flatMap((item) => this.operation(item));
  }

  /** The variable that a field of an operation names. */
  private name(item: GoLabItem, field: string): string {
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
      this.channelOperation(op, item) ??
      this.lockOperation(op, item) ??
      this.dataOperation(op, item) ??
      this.timeOperation(op, item) ??
      this.flowOperation(op, item);
    if (lines === undefined) throw new Error(`unknown operation ${op}`);
    return lines;
  }

  private channelOperation(op: string, item: GoLabItem): string[] | undefined {
    switch (op) {
      case 'send':
        return [`${this.name(item, 'ch')} <- ${number(item, 'value')}`];
      case 'recv': {
        const ch = this.name(item, 'ch');
        return [print(`${ch}=%d`, `<-${ch}`)];
      }
      case 'recvq':
        return [`<-${this.name(item, 'ch')}`];
      case 'recvok': {
        const ch = this.name(item, 'ch');
        return ['{', ...indent([`v, ok := <-${ch}`, print(`${ch}=%d,%t`, 'v', 'ok')]), '}'];
      }
      case 'range': {
        const ch = this.name(item, 'ch');
        return [...braced(`for v := range ${ch}`, [print(`${ch}=%d`, 'v')]), `fmt.Println("${ch} done")`];
      }
      case 'close':
        return [`close(${this.name(item, 'ch')})`];
      case 'len': {
        const ch = this.name(item, 'ch');
        return [print('len=%d cap=%d', `len(${ch})`, `cap(${ch})`)];
      }
      case 'select':
        return ['select {', ...list(item, 'body').flatMap((one) => this.selectCase(one)), '}'];
      case 'emptyselect':
        return ['select {}'];
      default:
        return undefined;
    }
  }

  private selectCase(item: GoLabItem): string[] {
    const body = this.body(list(item, 'body'));
    if (item['op'] === 'default') return ['default:', ...indent(body)];
    const comm = text(item, 'comm');
    if (comm === 'after') return [`case <-time.After(${millis(String(item['ch']))}):`, ...indent(body)];
    const ch = this.name(item, 'ch');
    switch (comm) {
      case 'send':
        return [`case ${ch} <- ${number(item, 'value')}:`, ...indent(body)];
      case 'recv':
        return [`case v := <-${ch}:`, ...indent([print(`${ch}=%d`, 'v'), ...body])];
      case 'recvok':
        return [`case v, ok := <-${ch}:`, ...indent([print(`${ch}=%d,%t`, 'v', 'ok'), ...body])];
      case 'recvq':
        return [`case <-${ch}:`, ...indent(body)];
      case 'ctx':
        return [`case <-${ch}.Done():`, ...indent(body)];
      case 'timer':
      case 'ticker':
        return [`case <-${ch}.C:`, ...indent(body)];
      default:
        throw new Error(`unknown case ${comm}`);
    }
  }

  private lockOperation(op: string, item: GoLabItem): string[] | undefined {
    switch (op) {
      case 'lock':
        return [`${this.name(item, 'mutex')}.Lock()`];
      case 'unlock':
        return [`${this.name(item, 'mutex')}.Unlock()`];
      case 'rlock':
        return [`${this.name(item, 'mutex')}.RLock()`];
      case 'runlock':
        return [`${this.name(item, 'mutex')}.RUnlock()`];
      case 'trylock':
        return [print('trylock=%t', `${this.name(item, 'mutex')}.TryLock()`)];
      case 'add':
        return [`${this.name(item, 'wg')}.Add(${number(item, 'n')})`];
      case 'done':
        return [`${this.name(item, 'wg')}.Done()`];
      case 'wait':
        return [`${this.name(item, 'wg')}.Wait()`];
      case 'condwait':
        return [`${this.name(item, 'cond')}.Wait()`];
      case 'signal':
        return [`${this.name(item, 'cond')}.Signal()`];
      case 'broadcast':
        return [`${this.name(item, 'cond')}.Broadcast()`];
      default:
        return undefined;
    }
  }

  private dataOperation(op: string, item: GoLabItem): string[] | undefined {
    switch (op) {
      case 'read': {
        const name = this.name(item, 'var');
        return [print(`${name}=%d`, name)];
      }
      case 'readq':
        return [`use(${this.name(item, 'var')})`];
      case 'write':
        // To be written is no use of a variable in Go.
        return [`${text(item, 'var')} = ${number(item, 'value')}`];
      case 'inc':
        return [`${this.name(item, 'var')}++`];
      case 'load':
        return [`${text(item, 'reg')} = ${this.name(item, 'var')}`];
      case 'store':
        return [`${text(item, 'var')} = ${text(item, 'reg')} + ${number(item, 'plus')}`];
      default:
        return this.mapOperation(op, item) ?? this.atomicOperation(op, item);
    }
  }

  private mapOperation(op: string, item: GoLabItem): string[] | undefined {
    if (!/^(map|sm)/.test(op)) return undefined;
    const map = this.name(item, 'map');
    const key = op === 'maplen' ? '' : number(item, 'key');
    switch (op) {
      case 'mapset':
        return [`${map}[${key}] = ${number(item, 'value')}`];
      case 'mapget':
        return ['{', ...indent([`v, ok := ${map}[${key}]`, print(`${map}[${key}]=%d,%t`, 'v', 'ok')]), '}'];
      case 'mapgetq':
        return [`use(${map}[${key}])`];
      case 'mapdel':
        return [`delete(${map}, ${key})`];
      case 'maplen':
        return [print('len=%d', `len(${map})`)];
      case 'smstore':
        return [`${map}.Store(${key}, ${number(item, 'value')})`];
      case 'smload':
        return ['{', ...indent([`v, ok := ${map}.Load(${key})`, print(`${map}[${key}]=%v,%t`, 'v', 'ok')]), '}'];
      default:
        return undefined;
    }
  }

  private atomicOperation(op: string, item: GoLabItem): string[] | undefined {
    switch (op) {
      case 'load2':
        return [`${text(item, 'reg')} = int(${this.name(item, 'atomic')}.Load())`];
      case 'store2':
        return [`${this.name(item, 'atomic')}.Store(int64(${text(item, 'reg')} + ${number(item, 'plus')}))`];
      case 'atomicadd':
        return [`${this.name(item, 'atomic')}.Add(${number(item, 'n')})`];
      case 'atomicload': {
        const name = this.name(item, 'atomic');
        return [print(`${name}=%d`, `${name}.Load()`)];
      }
      case 'atomicstore':
        return [`${this.name(item, 'atomic')}.Store(${number(item, 'value')})`];
      case 'cas': {
        const swap = `CompareAndSwap(${number(item, 'old')}, ${number(item, 'new')})`;
        return [print('cas=%t', `${this.name(item, 'atomic')}.${swap}`)];
      }
      case 'spin':
        return braced(`for ${this.name(item, 'atomic')}.Load() != ${number(item, 'value')}`, ['runtime.Gosched()']);
      case 'caslock':
        return braced(`for !${this.name(item, 'atomic')}.CompareAndSwap(0, 1)`, ['runtime.Gosched()']);
      default:
        return undefined;
    }
  }

  private timeOperation(op: string, item: GoLabItem): string[] | undefined {
    switch (op) {
      case 'sleep':
        return [`time.Sleep(${millis(number(item, 'ms'))})`];
      case 'cancel':
        return [this.cancel(item)];
      case 'waitctx':
        return [`<-${this.name(item, 'ctx')}.Done()`];
      case 'ctxerr': {
        const name = this.name(item, 'ctx');
        return [print(`${name} err=%v`, `${name}.Err()`)];
      }
      case 'ctxcause': {
        const name = this.name(item, 'ctx');
        return [print(`${name} cause=%v`, `context.Cause(${name})`)];
      }
      case 'afterfunc': {
        const name = this.name(item, 'ctx');
        return braced(`context.AfterFunc(${name}, func()`, this.goroutine(list(item, 'body')), '})');
      }
      case 'timerstop':
        return [print('stop=%t', `${this.name(item, 'timer')}.Stop()`)];
      case 'timerreset':
        return [print('reset=%t', `${this.name(item, 'timer')}.Reset(${closeMillis(number(item, 'ms'))})`)];
      case 'trytimer': {
        const name = this.name(item, 'timer');
        const fired = [`case <-${name}.C:`, `\tfmt.Println("${name} fired")`];
        return ['select {', ...fired, 'default:', `\tfmt.Println("${name} empty")`, '}'];
      }
      case 'lentimer': {
        const name = this.name(item, 'timer');
        return [print('len=%d cap=%d', `len(${name}.C)`, `cap(${name}.C)`)];
      }
      case 'recvtimer':
      case 'recvticker': {
        const name = this.name(item, op === 'recvtimer' ? 'timer' : 'ticker');
        return [`<-${name}.C`, `fmt.Println("${name} fired")`];
      }
      case 'recvticker2':
        return [`<-${this.name(item, 'ticker')}.C`];
      case 'tickerstop':
        return [`${this.name(item, 'ticker')}.Stop()`];
      default:
        return undefined;
    }
  }

  private cancel(item: GoLabItem): string {
    const name = this.cancelName(text(item, 'ctx'));
    this.used.add(name);
    const timed = this.given.vars.some((one) => one['name'] === item['ctx'] && typeof one['timeoutMs'] === 'number');
    if (!this.causes || timed) return `${name}()`;
    return `${name}(${typeof item['cause'] === 'string' ? `errors.New(${JSON.stringify(item['cause'])})` : 'nil'})`;
  }

  private flowOperation(op: string, item: GoLabItem): string[] | undefined {
    const body = list(item, 'body');
    switch (op) {
      case 'go':
        return braced('go func()', this.goroutine(body), '}()');
      case 'wggo':
        return braced(`${this.name(item, 'wg')}.Go(func()`, this.goroutine(body), '})');
      case 'defer':
        return braced('defer func()', this.body(body), '}()');
      case 'once':
        return braced(`${this.name(item, 'once')}.Do(func()`, this.body(body), '})');
      case 'loop':
        return braced(`for range ${number(item, 'n')}`, this.body(body));
      case 'if': {
        // A register, not a variable of the program.
        return braced(`if ${text(item, 'var')} == ${number(item, 'value')}`, this.body(body));
      }
      case 'recover':
        return braced('defer func()', braced('if r := recover(); r != nil', ['fmt.Println("recovered:", r)']), '}()');
      case 'print':
        return [`fmt.Println(${JSON.stringify(text(item, 'text'))})`];
      case 'panic':
        return [`panic(${JSON.stringify(text(item, 'text'))})`];
      case 'gosched':
        return ['runtime.Gosched()'];
      case 'goexit':
        return ['runtime.Goexit()'];
      case 'goroutines':
        return [print('goroutines=%d', 'runtime.NumGoroutine()')];
      case 'exit':
        return [`os.Exit(${number(item, 'code')})`];
      case 'return':
        return ['return'];
      default:
        return undefined;
    }
  }
}
