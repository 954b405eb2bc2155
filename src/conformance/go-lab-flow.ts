/** Operations of time, of contexts and of a goroutine's own way, as Go text. */

import { braced, closeMillis, list, millis, number, print, text, type GoLabItem, type Pen } from './go-lab-lines.ts';

export function timeOperation(pen: Pen, op: string, item: GoLabItem): string[] | undefined {
  switch (op) {
    case 'sleep':
      return [`time.Sleep(${millis(number(item, 'ms'))})`];
    case 'cancel':
      return [pen.cancel(item)];
    case 'waitctx':
      return [`<-${pen.name(item, 'ctx')}.Done()`];
    case 'ctxerr': {
      const name = pen.name(item, 'ctx');
      return [print(`${name} err=%v`, `${name}.Err()`)];
    }
    case 'ctxcause': {
      const name = pen.name(item, 'ctx');
      return [print(`${name} cause=%v`, `context.Cause(${name})`)];
    }
    case 'afterfunc': {
      const name = pen.name(item, 'ctx');
      return braced(`context.AfterFunc(${name}, func()`, pen.goroutine(list(item, 'body')), '})');
    }
    case 'timerstop':
      return [print('stop=%t', `${pen.name(item, 'timer')}.Stop()`)];
    case 'timerreset':
      return [print('reset=%t', `${pen.name(item, 'timer')}.Reset(${closeMillis(number(item, 'ms'))})`)];
    case 'trytimer': {
      const name = pen.name(item, 'timer');
      const fired = [`case <-${name}.C:`, `\tfmt.Println("${name} fired")`];
      return ['select {', ...fired, 'default:', `\tfmt.Println("${name} empty")`, '}'];
    }
    case 'lentimer': {
      const name = pen.name(item, 'timer');
      return [print('len=%d cap=%d', `len(${name}.C)`, `cap(${name}.C)`)];
    }
    case 'recvtimer':
    case 'recvticker': {
      const name = pen.name(item, op === 'recvtimer' ? 'timer' : 'ticker');
      return [`<-${name}.C`, `fmt.Println("${name} fired")`];
    }
    case 'recvticker2':
      return [`<-${pen.name(item, 'ticker')}.C`];
    case 'tickerstop':
      return [`${pen.name(item, 'ticker')}.Stop()`];
    default:
      return undefined;
  }
}

export function flowOperation(pen: Pen, op: string, item: GoLabItem): string[] | undefined {
  const body = list(item, 'body');
  switch (op) {
    case 'go':
      return braced('go func()', pen.goroutine(body), '}()');
    case 'wggo':
      return braced(`${pen.name(item, 'wg')}.Go(func()`, pen.goroutine(body), '})');
    case 'defer':
      return braced('defer func()', pen.body(body), '}()');
    case 'once':
      return braced(`${pen.name(item, 'once')}.Do(func()`, pen.body(body), '})');
    case 'loop':
      return braced(`for range ${number(item, 'n')}`, pen.body(body));
    case 'if': {
      // A register, not a variable of the program.
      return braced(`if ${text(item, 'var')} == ${number(item, 'value')}`, pen.body(body));
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
