import { describe, expect, test } from 'vitest';
import { parseGo } from '../../src/golang/parse.ts';
import { showProgram } from './show-go.ts';

function shown(text: string): string[] {
  const parsed = parseGo(text);
  return parsed.kind === 'program' ? showProgram(parsed.program) : parsed.problems.map((one) => one.message);
}

/** The statements of a function body. */
function body(statements: string): string {
  const [main = ''] = shown(`func main() {\n${statements}\n}`);
  return /^func main\(\)\(\) \{([^]*)\}$/.exec(main)?.[1] ?? main;
}

function problems(text: string): string[] {
  const parsed = parseGo(text);
  if (parsed.kind === 'program') return [];
  return parsed.problems.map((one) => `${String(one.line)}:${String(one.column)}: ${one.message}`);
}

function problemIn(statements: string): string[] {
  return problems(`package main\n\nfunc main() {\n\t${statements}\n}\n`);
}

describe('expressions are put together as Go does', () => {
  test.each([
    ['x = *p.x', 'x = (* p.x)'],
    ['x = -a[i].b', 'x = (- a[i].b)'],
    ['x = <-c.d', 'x = (<- c.d)'],
    ['x = <-f(1)', 'x = (<- f(1))'],
    ['x = <-<-cc', 'x = (<- (<- cc))'],
    ['x = (*p).x', 'x = (* p).x'],
    ['x = &a[i].b', 'x = (& a[i].b)'],
    ['x = &T{1}', 'x = (& T{1})'],
    ['x = ok && p.n == 1', 'x = (ok && (p.n == 1))'],
    ['x = a + b.c*d[2] - f(1).g', 'x = ((a + (b.c * d[2])) - f(1).g)'],
    ['x = a || b && c == d', 'x = (a || (b && (c == d)))'],
    ['x = a &^ b << 2 | c', 'x = (((a &^ b) << 2) | c)'],
    ['x = a - b - c', 'x = ((a - b) - c)'],
    ['x = !a.b() && !c', 'x = ((! a.b()) && (! c))'],
    ['x = ^a & -b', 'x = ((^ a) & (- b))'],
    ['x = a.(T).b', 'x = a.<T>.b'],
    ['x = a.(*T)', 'x = a.<ptr(T)>'],
    ['x = s[1:] + s[:n-1] + s[:]', 'x = ((s[1:] + s[:(n - 1)]) + s[:])'],
    ['x = f(a, b...)', 'x = f(a, b...)'],
    ['x = func(a int) int { return a }(3)', 'x = func(a int)(int) {return a}(3)'],
  ])('%s', (text, tree) => {
    expect(body(text)).toBe(tree);
  });
});

describe('indexes, conversions and type arguments are told apart', () => {
  test.each([
    ['handlers[name](3)', 'handlers[name](3)'],
    ['handlers[k.v](3)', 'handlers[k.v](3)'],
    ['tab[i][j](4)', 'tab[i][j](4)'],
    ['x = []byte(s)', 'x = convert<slice(byte)>(s)'],
    ['x = time.Duration(n)', 'x = time.Duration(n)'],
    ['x = (*f)(3)', 'x = (* f)(3)'],
    ['x = (*int)(nil)', 'x = convert<ptr(int)>(nil)'],
    ['x = interface{}(3)', 'x = convert<interface{}>(3)'],
    ['x = chan<- int(c)', 'x = convert<chan(send, int)>(c)'],
    ['x = make(chan int, 3)', 'x = make<chan(both, int)>(3)'],
    ['x = make(T)', 'x = make<T>()'],
    ['x = make(map[string][]int)', 'x = make<map(string, slice(int))>()'],
    ['x = new(sync.Mutex)', 'x = new<sync.Mutex>()'],
    ['x = new(*sync.Mutex)', 'x = new<ptr(sync.Mutex)>()'],
    ['x = *T(y)', 'x = (* T(y))'],
    ['var x atomic.Pointer[T]', 'var x atomic.Pointer<T>'],
    ['x = new(atomic.Pointer[T])', 'x = new<atomic.Pointer<T>>()'],
    ['x = atomic.Pointer[T]{}', 'x = atomic.Pointer<T>{}'],
  ])('%s', (text, tree) => {
    expect(body(text)).toBe(tree);
  });

  test('a star and a declared type in parentheses are a conversion', () => {
    expect(shown('type T int\nfunc f() { g((*T)(p)) }')).toEqual(['type T int', 'func f()() {g(convert<ptr(T)>(p))}']);
  });
});

describe('literals', () => {
  test.each([
    ["'a'", '97'],
    ["'\\n'", '10'],
    ["'\\''", '39'],
    ["'世'", '19990'],
    ["'\\x41'", '65'],
    ['0x_1F', '31'],
    ['0b101', '5'],
    ['0o17', '15'],
    ['017', '15'],
    ['1_000', '1000'],
    ['1.5e3', 'float(1500)'],
    ['.5', 'float(0.5)'],
    ['0x1p-2', 'float(0.25)'],
    ['"a\\tb\\"\\u00e9"', '"a\\tb\\"é"'],
    ['`raw\\n`', '"raw\\\\n"'],
  ])('%s', (text, tree) => {
    expect(body(`x = ${text}`)).toBe(`x = ${tree}`);
  });

  test('a raw string keeps its line ends', () => {
    expect(body('x = `a\nb`')).toBe('x = "a\\nb"');
  });

  test.each([
    ['[]int{1, 2}', 'slice(int){1, 2}'],
    ['[...]int{1, 4: 2}', 'array(5, int){1, 4: 2}'],
    ['[2]int{}', 'array(2, int){}'],
    ['[][]int{{1}, {2, 3}}', 'slice(slice(int)){slice(int){1}, slice(int){2, 3}}'],
    ['[]*P{{1, 2}}', 'slice(ptr(P)){(& P{1, 2})}'],
    ['map[string]P{"a": {X: 1}}', 'map(string, P){"a": P{X: 1}}'],
    ['map[P]int{{1, 2}: 3}', 'map(P, int){P{1, 2}: 3}'],
    ['Ps{{1, 2}}', 'Ps{P{1, 2}}'],
    ['struct{ a int }{1}', 'struct{a int}{1}'],
    ['struct{}{}', 'struct{}{}'],
    ['[]int{\n1,\n2,\n}', 'slice(int){1, 2}'],
  ])('%s, types left out are filled in', (text, tree) => {
    expect(shown(`type P struct{ X, Y int }\ntype Ps []P\nfunc f() { x = ${text} }`).at(-1)).toBe(
      `func f()() {x = ${tree}}`,
    );
  });
});

describe('types', () => {
  test.each([
    ['chan int', 'chan(both, int)'],
    ['<-chan int', 'chan(receive, int)'],
    ['chan<- int', 'chan(send, int)'],
    ['chan<- chan int', 'chan(send, chan(both, int))'],
    ['chan (<-chan int)', 'chan(both, chan(receive, int))'],
    ['<-chan <-chan int', 'chan(receive, chan(receive, int))'],
    ['chan<- chan<- chan int', 'chan(send, chan(send, chan(both, int)))'],
    ['[]<-chan int', 'slice(chan(receive, int))'],
    ['map[string]chan<- func()', 'map(string, chan(send, func()()))'],
    ['func(a, b int, c ...string) (int, error)', 'func(a int, b int, c ...string)(int, error)'],
    ['func(int, []string)', 'func(int, slice(string))()'],
    ['func() (n int, err error)', 'func()(n int, err error)'],
    ['interface{ Error() string; Add(a, b int) }', 'interface{Error func()(string); Add func(a int, b int)()}'],
    [
      'struct {\na, b int `json:"a"`\nsync.Mutex\n*T\n}',
      'struct{a int; b int; embedded Mutex sync.Mutex; embedded T ptr(T)}',
    ],
  ])('%s', (text, tree) => {
    expect(body(`var x ${text}`)).toBe(`var x ${tree}`);
  });
});

describe('statements', () => {
  test.each([
    ['a, b := f()', 'a, b := f()'],
    ['a, b = b, a', 'a, b = b, a'],
    ['x++', 'x += 1'],
    ['x--', 'x -= 1'],
    ['x &^= 2', 'x &^= 2'],
    ['ch <- a.b + 1', 'send ch (a.b + 1)'],
    ['ch <- <-other.c', 'send ch (<- other.c)'],
    ['var a, b int', 'var a int; var b int'],
    ['var a, b = 1, "x"', 'var a, b = 1, "x"'],
    ['type P struct{ x int }', 'type P struct{x int}'],
    ['go func() {\n}()', 'go func()() {}()'],
    ['defer mu.Unlock()', 'defer mu.Unlock()'],
    ['return', 'return '],
    ['return a, nil', 'return a, nil'],
    ['{\nx = 1\n}', '{x = 1}'],
    ['if x := f(); x > 0 {\n} else if y {\n} else {\ng()\n}', 'if x := f(); (x > 0) {} else if y {} else {g()}'],
    ['if v, ok := m[k]; !ok {\n}', 'if v, ok := m[k]; (! ok) {}'],
    ['if x == (T{}) {\n}', 'if (x == T{}) {}'],
    ['for {\n}', 'for ; ;  {}'],
    ['for x {\n}', 'for ; x;  {}'],
    ['for ; ; x++ {\n}', 'for ; ; x += 1 {}'],
    ['for i := 0; i < len(s.x); i++ {\nf(i)\n}', 'for i := 0; (i < len(s.x)); i += 1 {f(i)}'],
    ['for range 3 {\n}', 'for range 3 {}'],
    ['for range c.d {\n}', 'for range c.d {}'],
    ['for i := range n {\n}', 'for i := range n {}'],
    ['for _, v := range []int{1} {\n}', 'for _, v := range slice(int){1} {}'],
    ['for i, x.y = range m {\n}', 'for i, x.y = range m {}'],
    ['L:\nfor {\nbreak L\n}', 'L: for ; ;  {break L}'],
    ['L:\nfor range c {\ncontinue L\n}', 'L: for range c {continue L}'],
    [
      'switch x := f(); x {\ncase 1, 2:\na()\nfallthrough\ncase 3:\ndefault:\n}',
      'switch x := f(); x {case 1, 2 {a()} fallthrough; case 3 {}; default {}}',
    ],
    ['switch {\ncase a > 1:\n}', 'switch  {case (a > 1) {}}'],
    [
      'switch v := x.(type) {\ncase nil:\ncase []int, *T:\nf(v)\ndefault:\n}',
      'switch v := type of x {case nil {}; case slice(int), ptr(T) {f(v)}; default {}}',
    ],
    ['switch x.(type) {\n}', 'switch type of x {}'],
    ['switch y := f(); y.(type) {\n}', '{y := f(); switch type of y {}}'],
    [
      'select {\ncase v, ok := <-c.d:\nf(v)\ncase <-ctx.Done():\ncase x = <-e:\ncase g <- 1:\ndefault:\n}',
      'select {v, ok := receive c.d {f(v)}; receive ctx.Done() {}; x = receive e {}; send g 1 {}; default {}}',
    ],
    ['select {}', 'select {}'],
  ])('%s', (text, tree) => {
    expect(body(text)).toBe(tree);
  });

  test('semicolons come at line ends, also before comments', () => {
    expect(body('a := true // yes\nb := a /* two\nlines */\nc()')).toBe('a := true; b := a; c()');
  });
});

describe('declarations', () => {
  test('a whole file', () => {
    expect(
      shown(
        'package main\n\nimport (\n"fmt"\n"sync/atomic"\n)\n\nimport "time"\n\nvar x = 1\n\nfunc (s *S) Get(k string) (int, bool) { return 1, true }\n\nfunc (S) M() {}\n',
      ),
    ).toEqual([
      'import fmt',
      'import sync/atomic',
      'import time',
      'var x = 1',
      'func (s ptr(S)) Get(k string)(int, bool) {return 1, true}',
      'func (S) M()() {}',
    ]);
  });

  test('iota counts the specs, and values are repeated', () => {
    expect(shown('const (\nA = iota * 10\n_\nC\nD, E = iota, "x"\n)\n')).toEqual([
      'const A = (0 * 10)',
      'const _ = (1 * 10)',
      'const C = (2 * 10)',
      'const D = 3',
      'const E = "x"',
    ]);
  });

  test('places are those of the text, also after what was put in for the grammar', () => {
    const parsed = parseGo('func main() {\n\tfor range 3 { f() }\n\tfoo.Bar()\n}\n');
    if (parsed.kind !== 'program') throw new Error('no program');
    const [loop, call] = parsed.program.funcs[0]?.func.body.body ?? [];
    expect(loop?.kind === 'range' && loop.x.at).toEqual({ line: 2, column: 12 });
    expect(loop?.kind === 'range' && loop.body.end).toEqual({ line: 2, column: 20 });
    expect(call?.kind === 'expr' && call.x.kind === 'call' && call.x.func.at).toEqual({ line: 3, column: 6 });
    expect(parsed.program.funcs[0]?.func.body.end).toEqual({ line: 4, column: 1 });
  });
});

// Line, column and words are those of go1.26's compiler.
describe('syntax problems', () => {
  test.each([
    ['f(1\n)', '4:5: syntax error: unexpected newline in argument list; possibly missing comma or )'],
    ['x := []int{1, 2\n}', '4:17: syntax error: unexpected newline in composite literal; possibly missing comma or }'],
    ['x := 2 3', '4:9: syntax error: unexpected literal 3 at end of statement'],
    ['x = = 2', '4:6: syntax error: unexpected =, expected expression'],
    ['x := 1 +', '5:1: syntax error: unexpected }, expected expression'],
    ['if true {\n\t}\n\telse {\n\t}', '6:2: syntax error: unexpected keyword else, expected }'],
    ['for i := 0; i < 3; i++\n\t{\n\t}', '4:24: syntax error: unexpected newline, expected { after for clause'],
    ['x := (1 + 2', '4:13: syntax error: unexpected newline, expected )'],
    ['while true {\n\t}', '4:8: syntax error: unexpected name true at end of statement'],
    ['defer', '5:1: syntax error: unexpected }, expected expression'],
    ['f(1,, 2)', '4:6: syntax error: unexpected comma, expected expression'],
    ['func f() {\n\t}', '4:7: syntax error: unexpected name f, expected ('],
    ['x := a ? b : c', "4:9: invalid character U+003F '?'"],
    ['var x', '4:7: syntax error: unexpected newline, expected type'],
    ['go func() {\n\t}', '4:5: expression in go must be function call'],
  ])('%s', (text, message) => {
    expect(problemIn(text)).toEqual([message]);
  });

  test.each([
    ['func main()\n{\n}\n', '2:1: syntax error: unexpected semicolon or newline before {'],
    ['func main() {\n', '2:1: syntax error: unexpected EOF, expected }'],
    ['func main() {\n}}\n', '2:2: syntax error: unexpected } after top level declaration'],
    ['func main() {\n\t}\n\tfmt.Println()\n}\n', '3:2: syntax error: non-declaration statement outside function body'],
    ['x := 1\n', '1:1: syntax error: non-declaration statement outside function body'],
    [
      'type T struct {\n\ta int,\n\tb int\n}\n',
      '2:7: syntax error: unexpected comma in struct type; possibly missing semicolon or newline or }',
    ],
    [
      'func f(a int b int) {}\n',
      '1:14: syntax error: unexpected name b in parameter list; possibly missing comma or )',
    ],
    ['func f(a int, string) {}\n', '1:15: syntax error: mixed named and unnamed parameters'],
  ])('%s', (text, message) => {
    expect(problems(text)).toEqual([message]);
  });
});

describe('outside the subset there is a problem at its place, never another tree', () => {
  test.each([
    ['goto L', '4:2: goto is not part of the laboratory'],
    ['f[int](3)', '4:3: type arguments of functions are not part of the laboratory'],
    ['x := 3i', '4:7: complex numbers are not part of the laboratory'],
    ['x := a[1:2:3]', '4:7: slices with a capacity'],
    ['for range func(yield func() bool) {} {\n\t}', '4:12: range over a function is not part of the laboratory'],
    ['x := "\\xff"', '4:7: \\xff would be a byte outside UTF-8'],
    ['if x == T{} {\n\t}', '4:10: cannot parse composite literal in the head of a statement'],
    ['for range T{} {\n\t}', '4:12: cannot parse composite literal in the head of a statement'],
    ['switch x\n\t{\n\t}', '4:10: syntax error: unexpected newline, expected { after switch clause'],
    ["x := 'ab'", '4:7: more than one character'],
    ['x := "a', '4:7: newline in string'],
    ['L: x = 1', '4:2: only loops, switch and select take a label'],
    ['select {\n\tcase f():\n\t}', '5:7: select case must be send or receive (possibly with assignment)'],
  ])('%s', (text, start) => {
    const found = problemIn(text);
    expect(found).toHaveLength(1);
    expect(found[0]?.slice(0, start.length)).toBe(start);
  });

  test.each([
    ['func f[T any](x T) {}', '1:7: type parameters are not part of the laboratory'],
    ['type S[T any] struct{}', '1:7: type parameters are not part of the laboratory'],
    ['type A = int', '1:8: type aliases are not part of the laboratory'],
    ['import f "fmt"', '1:8: imports keep their own name'],
    ['package foo', '1:9: a program is package main'],
    ['type I interface{ error }', '1:19: embedded and union elements of interfaces'],
  ])('%s', (text, start) => {
    expect(problems(text)[0]?.slice(0, start.length)).toBe(start);
  });
});
