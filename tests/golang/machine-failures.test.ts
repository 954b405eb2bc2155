import { describe, expect, test } from 'vitest';
import { natural } from './machine-run.ts';

/** Bodies of main and the first line that go1.26 prints on standard error; all exit with 2. */
const FAILURES: readonly (readonly [body: string, stderr: string])[] = [
  [`panic("boom")`, 'panic: boom'],
  [`panic(fmt.Errorf("bad %d", 1))`, 'panic: bad 1'],
  [`panic(42)`, 'panic: 42'],
  [`panic(1.5)`, 'panic: 1.5'],
  [`panic(nil)`, 'panic: panic called with nil argument'],
  [`type T string; panic(T("q"))`, 'panic: main.T("q")'],
  [`var p *int; *p = 1`, 'panic: runtime error: invalid memory address or nil pointer dereference'],
  [`var f func(); f()`, 'panic: runtime error: invalid memory address or nil pointer dereference'],
  [`var mu *sync.Mutex; mu.Lock()`, 'panic: runtime error: invalid memory address or nil pointer dereference'],
  [`a := []int{1}; i := 5; fmt.Println(a[i])`, 'panic: runtime error: index out of range [5] with length 1'],
  [`a := []int{1}; i := -1; fmt.Println(a[i])`, 'panic: runtime error: index out of range [-1]'],
  [
    `a := []int{1, 2}; i := 5; fmt.Println(a[1:i])`,
    'panic: runtime error: slice bounds out of range [:5] with capacity 2',
  ],
  [`s := "abc"; i := 9; fmt.Println(s[1:i])`, 'panic: runtime error: slice bounds out of range [:9] with length 3'],
  [`var m map[string]int; m["a"] = 1`, 'panic: assignment to entry in nil map'],
  [`x := 0; fmt.Println(1 / x)`, 'panic: runtime error: integer divide by zero'],
  [`var e any = "s"; fmt.Println(e.(int))`, 'panic: interface conversion: interface {} is string, not int'],
  [`var e any; fmt.Println(e.(int))`, 'panic: interface conversion: interface {} is nil, not int'],
  [
    `var e any = 5; fmt.Println(e.(fmt.Stringer))`,
    'panic: interface conversion: int is not fmt.Stringer: missing method String',
  ],
  [`var e any; fmt.Println(e.(error))`, 'panic: interface conversion: interface is nil, not error'],
  [
    `a, b := any([]int{1}), any([]int{1}); fmt.Println(a == b)`,
    'panic: runtime error: comparing uncomparable type []int',
  ],
  [`m := map[any]int{}; m[[]int{1}] = 2`, 'panic: runtime error: hash of unhashable type []int'],
  [`ch := make(chan int); close(ch); close(ch)`, 'panic: close of closed channel'],
  [`var ch chan int; close(ch)`, 'panic: close of nil channel'],
  [`defer func() { panic(recover()) }(); panic("again")`, 'panic: again [recovered, repanicked]'],
  [`defer func() { recover(); panic("two") }(); panic("one")`, 'panic: one [recovered]\n\tpanic: two'],
  [`defer func() { panic("two") }(); panic("one")`, 'panic: one\n\tpanic: two'],
  [`defer func() { panic("in defer") }(); runtime.Goexit()`, 'panic: in defer'],
  [`var wg sync.WaitGroup; wg.Go(func() { panic("in go") }); wg.Wait()`, 'panic: in go [recovered, repanicked]'],
  [`runtime.Goexit()`, 'fatal error: no goroutines (main called runtime.Goexit) - deadlock!'],
  [`select {}`, 'fatal error: all goroutines are asleep - deadlock!'],
  [`var mu sync.Mutex; mu.Unlock()`, 'fatal error: sync: unlock of unlocked mutex'],
];

describe('failures in the words of go1.26', () => {
  test.each(FAILURES)('%s', (body, stderr) => {
    expect(natural(body).outcome).toMatchObject({ exit: 2, stderr });
  });
});

describe('defer, panic, recover, Goexit', () => {
  const printed = (body: string) => natural(body).outcome?.stdout;

  test('only a deferred function itself recovers', () => {
    const body = `func helper() { fmt.Println("helper", recover()) }
      func run() {
        defer func() { fmt.Println("outer", recover()) }()
        defer func() { helper() }()
        panic("p")
      }
      func main() { run() }`;
    expect(printed(body)).toEqual(['helper <nil>', 'outer p']);
  });

  test('a recovered function returns its named results as they stand', () => {
    const body = `func div(a, b int) (q int, err error) {
        defer func() { if r := recover(); r != nil { err = fmt.Errorf("recovered: %v", r) } }()
        q = 9
        q = a / b
        return
      }
      func main() { fmt.Println(div(1, 0)) }`;
    expect(printed(body)).toEqual(['9 recovered: runtime error: integer divide by zero']);
  });

  test('arguments are taken when defer runs, calls are made last first', () => {
    expect(printed(`for i := range 3 { defer fmt.Print(i, " ") }; x := 1; defer fmt.Println("x", x); x = 2`)).toEqual([
      'x 1',
      '2 1 0 ',
    ]);
  });

  test('a panic in a deferred call is stopped inside it, the outer one goes on', () => {
    const { outcome } = natural(`defer func() {
        defer func() { fmt.Println(recover()) }()
        panic("inner")
      }()
      panic("outer")`);
    expect(outcome).toMatchObject({ exit: 2, stdout: ['inner'], stderr: 'panic: outer' });
  });

  test('os.Exit runs no deferred call; Goexit runs all', () => {
    expect(natural(`defer fmt.Println("never"); os.Exit(3)`).outcome).toMatchObject({ exit: 3, stdout: [] });
    expect(
      printed(`go func() { defer fmt.Println("g"); runtime.Goexit() }(); time.Sleep(1); fmt.Println("m")`),
    ).toEqual(['g', 'm']);
  });

  test('what is left when main returns', () => {
    const { outcome } = natural(`c := make(chan int); go func() { c <- 1 }(); time.Sleep(1)`);
    expect(outcome?.leaked.map((one) => [one.goroutine, one.state])).toEqual([[2, 'chan send']]);
  });
});

describe('values and how they print', () => {
  const line = (body: string) => natural(body).outcome?.stdout[0];

  test.each([
    [`fmt.Println(7/2, -7/2, -7%3, 7.0/2, 1<<10, 6&^2, 5^1)`, '3 -3 -1 3.5 1024 4 4'],
    [`var u uint8 = 250; u += 10; var i int32 = 1 << 30; i *= 4; fmt.Println(u, i)`, '4 0'],
    [`fmt.Println(3e6, 1e-7, 100000.0, 0.1)`, '3e+06 1e-07 100000 0.1'],
    [`fmt.Println(1500*time.Millisecond, 90*time.Second, time.Duration(0))`, '1.5s 1m30s 0s'],
    [`xs := []int{1, 2, 3}; ys := append(xs[:2], 99); fmt.Println(xs, ys, len(ys), cap(ys))`, '[1 2 99] [1 2 99] 3 3'],
    [`a := [2]int{1, 2}; b := a; b[0] = 9; fmt.Println(a, b, a == b)`, '[1 2] [9 2] false'],
    [`fmt.Println(map[string]int{"b": 2, "a": 1}, []string(nil), "x", nil)`, 'map[a:1 b:2] [] x <nil>'],
    [
      `type P struct{ X int; N string }; p := P{1, "n"}; fmt.Printf("%v %+v %v %T", p, p, &p, p)`,
      '{1 n} {X:1 N:n} &{1 n} main.P',
    ],
    [
      `fmt.Printf("%5d|%-5d|%05d|%x|%t|%8.3f|%q|%c", 42, 42, 42, 255, true, 3.14159, "s", 'x')`,
      '   42|42   |00042|ff|true|   3.142|"s"|x',
    ],
    [`fmt.Printf("%d %s", "str", 5)`, '%!d(string=str) %!s(int=5)'],
    [`var err error; var p *int; fmt.Println(err == nil, p == nil, any(p) == nil)`, 'true true false'],
    [`for i, c := range "h\\u00e9y" { fmt.Print(i, string(c), " ") }`, '0h 1\u00e9 3y '],
    [`a := [3]int{1, 2, 3}; n := 0; for _, v := range a { a[2] = 10; n += v }; fmt.Println(n, a)`, '6 [1 2 10]'],
    [`a := []int{1, 2, 3}; n := 0; for _, v := range a { a[2] = 10; n += v }; fmt.Println(n, a)`, '13 [1 2 10]'],
    [
      `var fs []func() int; for i := range 3 { fs = append(fs, func() int { i++; return i }) }; fmt.Println(fs[0](), fs[0](), fs[2]())`,
      '1 2 3',
    ],
  ])('%s', (body, want) => {
    expect(line(body)).toBe(want);
  });

  test('an embedded lock is called through what embeds it', () => {
    const body = `type Box struct { sync.Mutex; n int }
      func (b *Box) Inc() { b.Lock(); defer b.Unlock(); b.n++ }
      func main() {
        var b Box
        var l sync.Locker = &b
        b.Inc()
        l.Lock()
        fmt.Println(b.n, b.TryLock())
      }`;
    expect(natural(body).outcome?.stdout).toEqual(['1 false']);
  });

  test('methods: by value and pointer, embedded, through interfaces, Stringer and error', () => {
    const body = `type Base struct{ id int }
      func (b *Base) Set(n int) { b.id = n }
      func (b Base) Get() int { return b.id }
      type Box struct { Base; name string }
      func (b Box) String() string { return fmt.Sprintf("box %d", b.id) }
      type Getter interface{ Get() int }
      type Bad struct{ code int }
      func (b *Bad) Error() string { return fmt.Sprint("code ", b.code) }
      func fail() error { return &Bad{7} }
      func main() {
        b := Box{name: "n"}
        b.Set(4)
        var g Getter = &b
        f := b.Get
        b.Set(5)
        fmt.Println(g.Get(), f(), b, fail())
        fmt.Printf("%v %T", g.(*Box).name, fail())
      }`;
    expect(natural(body).outcome?.stdout).toEqual(['5 4 box 5 code 7', 'n *main.Bad']);
  });
});

describe('contexts and timers', () => {
  test('a cause, a value and a deadline come down from the parent', () => {
    const { machine } = natural(`ctx, cancel := context.WithCancelCause(context.Background())
      child, stop := context.WithTimeout(context.WithValue(ctx, "k", 1), time.Hour)
      defer stop()
      cancel(errors.New("why"))
      <-child.Done()
      _, has := child.Deadline()
      fmt.Println(child.Err(), context.Cause(child), child.Value("k"), has)`);
    expect(machine.stdout).toEqual(['context canceled why 1 true']);
  });

  test('Stop and Reset say whether they came in time; nothing old is left (go1.23)', () => {
    const { machine } = natural(`t := time.NewTimer(10)
      time.Sleep(20)
      fmt.Println(t.Reset(50), len(t.C), cap(t.C))
      select { case <-t.C: fmt.Println("old"); default: fmt.Println("empty") }
      <-t.C
      fmt.Println(t.Stop())`);
    expect(machine.stdout).toEqual(['true 0 0', 'empty', 'false']);
  });
});
