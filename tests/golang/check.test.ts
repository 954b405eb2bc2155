import { describe, expect, test } from 'vitest';
import { checkGo } from '../../src/golang/check.ts';
import { parseGo } from '../../src/golang/parse.ts';

// What is expected here was said by the compiler of go1.26 about the same text, but where "the laboratory" is
// named; a label that is not used is told at its statement here.

function problems(text: string): string[] {
  const parsed = parseGo(text);
  const found = parsed.kind === 'program' ? checkGo(parsed.program) : parsed.problems;
  return found.map((one) => `${String(one.line)}:${String(one.column)}: ${one.message}`);
}

const BEFORE = `type S struct{ a int }
func (s *S) M() int { return 1 }
func two() (int, error) { return 1, nil }
func none() {}
func one() int { return 1 }
func main() {
`;

/** Statements begin in line 7, column 1. */
function inMain(statements: string): string[] {
  return problems(`${BEFORE}${statements}\n}\n`);
}

describe('names', () => {
  test.each([
    ['y = 3', '7:1: undefined: y'],
    ['one(zz)', '7:5: undefined: zz'],
    ['time.Sleep(3)', '7:1: undefined: time'],
    ['var q Foo\n_ = q', '7:7: undefined: Foo'],
    ['x := 1', '7:1: declared and not used: x'],
    ['var x, y = 1, 2\n_ = x', '7:8: declared and not used: y'],
    ['x := 1\nx = 2', '7:1: declared and not used: x'],
    ['x := 1\nfunc() { x = 2 }()', '7:1: declared and not used: x'],
    ['for i := range 3 {\n}', '7:5: declared and not used: i'],
    ['switch v := any(1).(type) {\ncase int:\n}', '7:8: v declared and not used'],
    ['x := 1\nvar x = 2\n_ = x', '8:5: x redeclared in this block'],
    ['_ = two.one', '7:9: two.one undefined (type func() (int, error) has no field or method one)'],
    ['_ = one() + int', '7:13: int (type) is not an expression'],
    ['_ = len', '7:5: len (built-in) must be called'],
    ['none := 1\n_ = none', ''],
    ['x := 1\nx++', ''],
    ['x := []int{1}\nx[0] = 2', ''],
    ['x := S{}\nx.a = 2', ''],
    ['select {\ncase v, ok := <-make(chan int):\n_ = v\n_ = ok\n}', ''],
    ['if x := 1; x > 0 {\n} else {\n_ = x\n}', ''],
  ])('%s', (text, message) => {
    const found = inMain(text);
    expect(message === '' ? found : found.slice(0, 1)).toEqual(message === '' ? [] : [message]);
  });

  test('a variable of an inner scope is another one', () => {
    expect(inMain('x := 1\nif true {\nx := 2\n}\n_ = x')).toEqual(['9:1: declared and not used: x']);
  });

  test('parameters and named results need no use', () => {
    expect(problems('func f(a int) (n int) { return }\nfunc main() { f(1) }')).toEqual([]);
  });
});

describe('imports and packages', () => {
  test('not used', () => {
    expect(problems('package main\n\nimport (\n\t"os"\n\t"sync"\n)\n\nfunc main() { os.Exit(1) }\n')).toEqual([
      '5:2: "sync" imported and not used',
    ]);
  });

  test('unknown to the laboratory', () => {
    const [only = '', ...more] = problems('import "net/http"\nfunc main() { http.Get("a") }\n').filter((one) =>
      one.startsWith('1:'),
    );
    expect(more).toEqual([]);
    expect(only).toMatch(/^1:8: package net\/http is not part of the laboratory: it knows .*sync\/atomic, time$/);
  });

  test.each([
    [
      'fmt.Printn("a")',
      '5:6: undefined: fmt.Printn (of package fmt the laboratory knows Print, Printf, Println, Errorf, Fprint, Fprintf, Fprintln, Sprint, Sprintf, Sprintln, Stringer)',
    ],
    ['fmt.Println(fmt)', '5:14: use of package fmt not in selector'],
    [
      'var x fmt.Foo\n_ = x',
      '5:8: undefined: fmt.Foo (of package fmt the laboratory knows Errorf, Fprint, Fprintf, Fprintln, Print, Printf, Println, Sprint, Sprintf, Sprintln, Stringer)',
    ],
  ])('%s', (text, message) => {
    const found = problems(`package main\nimport "fmt"\n\nfunc main() {\n\t${text}\n}`.replace('\tvar', ' var'));
    expect(found.map((one) => one.replace(/^5:(\d+)/, '5:$1'))[0]).toBe(message);
  });
});

describe('members', () => {
  test.each([
    ['var mu sync.Mutex\nmu.Lok()', '9:4: mu.Lok undefined (type "sync".Mutex has no field or method Lok)'],
    ['var s S\ns.b = 1', '9:3: s.b undefined (type S has no field or method b)'],
    ['s := &S{}\ns.N()', '9:3: s.N undefined (type *S has no field or method N)'],
    ['_ = S{b: 1}', '8:7: unknown field b in struct literal of type S'],
    ['_ = S{1, 2}', '8:10: too many values in struct literal of type S'],
    ['s := &S{}\n_ = s.a + s.M()', ''],
    ['var m sync.Map\nm.Store(1, 2)', ''],
    ['var s struct{ sync.RWMutex }\ns.RLock()', ''],
    ['var e error\n_ = e.Error()', ''],
    ['var p atomic.Pointer[S]\n_ = p.Load().a', ''],
    ['t := time.NewTimer(time.Second)\n<-t.C\nt.Stop()', ''],
  ])('%s', (text, message) => {
    const imports = [...new Set(text.match(/\b(sync|atomic|time)\b(?=\.[A-Z])/g))].map((name) =>
      name === 'atomic' ? '"sync/atomic"' : `"${name}"`,
    );
    expect(problems(`import (${imports.join('; ')})\n${BEFORE}${text}\n}`)).toEqual(message === '' ? [] : [message]);
  });
});

describe('counts', () => {
  test.each([
    ['a := two()\n_ = a', '7:6: assignment mismatch: 1 variable but two returns 2 values'],
    ['a, b := one()\n_, _ = a, b', '7:9: assignment mismatch: 2 variables but one returns 1 value'],
    ['a, b := 1, 2, 3\n_, _ = a, b', '7:9: assignment mismatch: 2 variables but 3 values'],
    ['_, _ = 1', '7:8: assignment mismatch: 2 variables but 1 value'],
    ['var a int = none()\n_ = a', '7:13: none() (no value) used as value'],
    ['_ = one() + two()', '7:13: multiple-value two() (value of type (int, error)) in single-value context'],
    ['two(1)', '7:5: too many arguments in call to two\n\thave (number)\n\twant ()'],
    [
      'func(a int, s string) {}(1)',
      '7:26: not enough arguments in call to func(a int, s string) {}\n\thave (number)\n\twant (int, string)',
    ],
    ['x := 1\nx := 2\n_ = x', '8:3: no new variables on left side of :='],
    ['x := nil\n_ = x', '7:6: use of untyped nil in assignment'],
    ['var x = nil\n_ = x', '7:9: use of untyped nil in variable declaration'],
    ['func(a int, e error) {}(two())', ''],
    ['m := map[int]int{}\nv, ok := m[1]\n_, _ = v, ok', ''],
    ['v, ok := any(1).(int)\n_, _ = v, ok', ''],
  ])('%s', (text, message) => {
    expect(inMain(text)).toEqual(message === '' ? [] : [message]);
  });
});

describe('functions', () => {
  test.each([
    ['func f() int {\n}', '2:1: missing return'],
    ['func f() int {\n\tfor {\n\t\tbreak\n\t}\n}', '5:1: missing return'],
    ['func f(a bool) int {\n\tif a {\n\t\treturn 1\n\t}\n}', '5:1: missing return'],
    ['func f(a int) int {\n\tswitch a {\n\tcase 1:\n\t\treturn 1\n\t}\n}', '6:1: missing return'],
    ['func f() (int, error) { return 1 }', '1:32: not enough return values\n\thave (number)\n\twant (int, error)'],
    ['func f() int { return 1, "a" }', '1:26: too many return values\n\thave (number, string)\n\twant (int)'],
    ['func f() { return 1 }', '1:19: too many return values\n\thave (number)\n\twant ()'],
    ['func f() int { return }', '1:16: not enough return values\n\thave ()\n\twant (int)'],
    ['func f() int { for { } }', ''],
    ['func f() int { panic("a") }', ''],
    ['func f() int { select {} }', ''],
    ['func f() (n int) { return }', ''],
    [
      'func f() int {\nL:\n\tfor {\n\t\tselect {\n\t\tcase <-make(chan int):\n\t\t\tbreak L\n\t\t}\n\t}\n}',
      '9:1: missing return',
    ],
    ['func f(a bool) int { if a { return 1 } else { return 2 } }', ''],
    ['func f(a int) int { switch a { case 1: fallthrough; default: return 1 } }', ''],
  ])('%s', (text, message) => {
    expect(problems(`${text}\nfunc main() {}\n`)).toEqual(message === '' ? [] : [message]);
  });

  test('main', () => {
    expect(problems('func f() {}')).toEqual(['1:1: function main is undeclared in the main package']);
    expect(problems('func main(a int) {}')).toEqual(['1:6: func main must have no arguments and no return values']);
    expect(problems('func main() {}\nfunc main() {}')).toEqual(['2:6: main redeclared in this block']);
  });
});

describe('statements', () => {
  test.each([
    ['break', '7:1: break is not in a loop, switch, or select'],
    ['continue', '7:1: continue is not in a loop'],
    ['switch {\ncase true:\ncontinue\n}', '9:1: continue is not in a loop'],
    ['for {\nfunc() { break }()\n}', '8:10: break is not in a loop, switch, or select'],
    ['for {\nbreak M\n}', '8:7: break label not defined: M'],
    ['L:\nselect {\ndefault:\ncontinue L\n}', '10:10: invalid continue label L'],
    ['L:\nfor {\n}', '8:1: label L defined and not used'],
    ['x := 1\nx + 1', '8:1: x + 1 (value of type int) is not used'],
    ['one', '7:1: one (value of type func() int) is not used'],
    ['const k = 3\nk = 4', '8:1: cannot assign to k (neither addressable nor a map index expression)'],
    ['one() = 3', '7:1: cannot assign to one() (neither addressable nor a map index expression)'],
    [
      'for a, b := range make(chan int) {\n_, _ = a, b\n}',
      '7:8: range over make(chan int) (value of type chan int) permits only one iteration variable',
    ],
    [
      'for range main {\n}',
      '7:11: range over a function is not part of the laboratory: call it with a function literal',
    ],
    ['<-make(chan int)', ''],
    ['for {\nselect {\ndefault:\nbreak\n}\n}', ''],
  ])('%s', (text, message) => {
    expect(inMain(text)).toEqual(message === '' ? [] : [message]);
  });
});

describe('values that do not fit', () => {
  const NAMES = 's, n := "a", 1\n_, _ = s, n\n';
  test.each([
    ['var a string = 3\n_ = a', '9:16: cannot use 3 (untyped int constant) as string value in variable declaration'],
    ['var a bool = n\n_ = a', '9:14: cannot use n (variable of type int) as bool value in variable declaration'],
    [
      'var u chan int = 3\n_ = u',
      '9:18: cannot use 3 (untyped int constant) as chan int value in variable declaration',
    ],
    [
      'var a string = one()\n_ = a',
      '9:16: cannot use one() (value of type int) as string value in variable declaration',
    ],
    ['s = 2.5', '9:5: cannot use 2.5 (untyped float constant) as string value in assignment'],
    ['n = true', '9:5: cannot use true (untyped bool constant) as int value in assignment'],
    ['s = n > 1', '9:5: cannot use n > 1 (untyped bool value) as string value in assignment'],
    [
      'f := func(a string) { _ = a }\nf(n)',
      '10:3: cannot use n (variable of type int) as string value in argument to f',
    ],
    [
      'f := func() int { return s }\n_ = f',
      '9:26: cannot use s (variable of type string) as int value in return statement',
    ],
    ['_ = "a" + 1', '9:5: invalid operation: "a" + 1 (mismatched types untyped string and untyped int)'],
    ['_ = n == s', '9:10: invalid operation: n == s (mismatched types int and string)'],
    ['_ = n && true', '9:5: invalid operation: n && true (mismatched types int and untyped bool)'],
    ['if s {\n}', '9:4: non-boolean condition in if statement'],
    ['for n {\n}', '9:5: non-boolean condition in for statement'],
    ['make(chan int) <- s', '9:19: cannot use s (variable of type string) as int value in send'],
    [
      'var c <-chan int\nc <- 1',
      '10:1: invalid operation: cannot send to receive-only channel <-chan int c (variable of type <-chan int)',
    ],
    [
      'var d chan<- int\n<-d',
      '10:3: invalid operation: cannot receive from send-only channel chan<- int d (variable of type chan<- int)',
    ],
    ['var x any = n\nx = s\n_ = x == 1', ''],
    ['type name string\nvar a name = "b"\n_ = a + "c"', ''],
    ['x := 2.5\nx = 3\n_ = 2 * x', ''],
    ['var e error\n_ = e == nil\ne = nil', ''],
    ['n = 1 << 3\nn = len(s) * 2\ns = string(rune(n))', ''],
    ['var c <-chan int = make(chan int)\n_ = c', ''],
  ])('%s', (text, message) => {
    expect(inMain(NAMES + text)).toEqual(message === '' ? [] : [message]);
  });
});

describe('a package that the laboratory does not know', () => {
  test('is told of once, where it is imported', () => {
    const text = 'package main\nimport "math/big"\nfunc main() {\n\t_ = big.NewInt(3)\n\tvar r big.Int\n\t_ = r\n}\n';
    const parsed = parseGo(text);
    const found = parsed.kind === 'program' ? checkGo(parsed.program) : parsed.problems;
    expect(found.map(({ line, message }) => [line, message.split(':')[0]])).toEqual([
      [2, 'package math/big is not part of the laboratory'],
    ]);
  });
});
