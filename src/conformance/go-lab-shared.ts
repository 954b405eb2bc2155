/** Operations on what goroutines share, as Go text: channels, locks, variables, maps, atomics. */

import { braced, indent, list, millis, number, print, text, type GoLabItem, type Pen } from './go-lab-lines.ts';

export function channelOperation(pen: Pen, op: string, item: GoLabItem): string[] | undefined {
  switch (op) {
    case 'send':
      return [`${pen.name(item, 'ch')} <- ${number(item, 'value')}`];
    case 'recv': {
      const ch = pen.name(item, 'ch');
      return [print(`${ch}=%d`, `<-${ch}`)];
    }
    case 'recvq':
      return [`<-${pen.name(item, 'ch')}`];
    case 'recvok': {
      const ch = pen.name(item, 'ch');
      return ['{', ...indent([`v, ok := <-${ch}`, print(`${ch}=%d,%t`, 'v', 'ok')]), '}'];
    }
    case 'range': {
      const ch = pen.name(item, 'ch');
      return [...braced(`for v := range ${ch}`, [print(`${ch}=%d`, 'v')]), `fmt.Println("${ch} done")`];
    }
    case 'close':
      return [`close(${pen.name(item, 'ch')})`];
    case 'len': {
      const ch = pen.name(item, 'ch');
      return [print('len=%d cap=%d', `len(${ch})`, `cap(${ch})`)];
    }
    case 'select':
      return ['select {', ...list(item, 'body').flatMap((one) => selectCase(pen, one)), '}'];
    case 'emptyselect':
      return ['select {}'];
    default:
      return undefined;
  }
}

function selectCase(pen: Pen, item: GoLabItem): string[] {
  const body = pen.body(list(item, 'body'));
  if (item['op'] === 'default') return ['default:', ...indent(body)];
  const comm = text(item, 'comm');
  if (comm === 'after') return [`case <-time.After(${millis(String(item['ch']))}):`, ...indent(body)];
  const ch = pen.name(item, 'ch');
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

export function lockOperation(pen: Pen, op: string, item: GoLabItem): string[] | undefined {
  switch (op) {
    case 'lock':
      return [`${pen.name(item, 'mutex')}.Lock()`];
    case 'unlock':
      return [`${pen.name(item, 'mutex')}.Unlock()`];
    case 'rlock':
      return [`${pen.name(item, 'mutex')}.RLock()`];
    case 'runlock':
      return [`${pen.name(item, 'mutex')}.RUnlock()`];
    case 'trylock':
      return [print('trylock=%t', `${pen.name(item, 'mutex')}.TryLock()`)];
    case 'add':
      return [`${pen.name(item, 'wg')}.Add(${number(item, 'n')})`];
    case 'done':
      return [`${pen.name(item, 'wg')}.Done()`];
    case 'wait':
      return [`${pen.name(item, 'wg')}.Wait()`];
    case 'condwait':
      return [`${pen.name(item, 'cond')}.Wait()`];
    case 'signal':
      return [`${pen.name(item, 'cond')}.Signal()`];
    case 'broadcast':
      return [`${pen.name(item, 'cond')}.Broadcast()`];
    default:
      return undefined;
  }
}

export function dataOperation(pen: Pen, op: string, item: GoLabItem): string[] | undefined {
  switch (op) {
    case 'read': {
      const name = pen.name(item, 'var');
      return [print(`${name}=%d`, name)];
    }
    case 'readq':
      return [`use(${pen.name(item, 'var')})`];
    case 'write':
      // To be written is no use of a variable in Go.
      return [`${text(item, 'var')} = ${number(item, 'value')}`];
    case 'inc':
      return [`${pen.name(item, 'var')}++`];
    case 'load':
      return [`${text(item, 'reg')} = ${pen.name(item, 'var')}`];
    case 'store':
      return [`${text(item, 'var')} = ${text(item, 'reg')} + ${number(item, 'plus')}`];
    default:
      return mapOperation(pen, op, item) ?? atomicOperation(pen, op, item);
  }
}

function mapOperation(pen: Pen, op: string, item: GoLabItem): string[] | undefined {
  if (!/^(map|sm)/.test(op)) return undefined;
  const map = pen.name(item, 'map');
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

function atomicOperation(pen: Pen, op: string, item: GoLabItem): string[] | undefined {
  switch (op) {
    case 'load2':
      return [`${text(item, 'reg')} = int(${pen.name(item, 'atomic')}.Load())`];
    case 'store2':
      return [`${pen.name(item, 'atomic')}.Store(int64(${text(item, 'reg')} + ${number(item, 'plus')}))`];
    case 'atomicadd':
      return [`${pen.name(item, 'atomic')}.Add(${number(item, 'n')})`];
    case 'atomicload': {
      const name = pen.name(item, 'atomic');
      return [print(`${name}=%d`, `${name}.Load()`)];
    }
    case 'atomicstore':
      return [`${pen.name(item, 'atomic')}.Store(${number(item, 'value')})`];
    case 'cas': {
      const swap = `CompareAndSwap(${number(item, 'old')}, ${number(item, 'new')})`;
      return [print('cas=%t', `${pen.name(item, 'atomic')}.${swap}`)];
    }
    case 'spin':
      return braced(`for ${pen.name(item, 'atomic')}.Load() != ${number(item, 'value')}`, ['runtime.Gosched()']);
    case 'caslock':
      return braced(`for !${pen.name(item, 'atomic')}.CompareAndSwap(0, 1)`, ['runtime.Gosched()']);
    default:
      return undefined;
  }
}
