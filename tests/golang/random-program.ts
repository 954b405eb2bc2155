/** Small programs by seeded chance, in the words of the subset: goroutines that send, lock, print, count, wait, sleep. */

export function dice(seed: number): (n: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

type Roll = (n: number) => number;

const STEPS: readonly ((roll: Roll) => string)[] = [
  (roll) => `c${roll(2)} <- ${roll(3)}`,
  (roll) => `<-c${roll(2)}`,
  (roll) => `fmt.Println("p${roll(3)}")`,
  (roll) => `x${roll(2)}++`,
  (roll) => `if x${roll(2)} == ${roll(2)} { fmt.Println("is") }`,
  (roll) => `mu${roll(2)}.Lock(); x0++; mu${roll(2) === 0 ? 0 : 1}.Unlock()`,
  (roll) => `mu${roll(2)}.Lock()`,
  (roll) => `a.Add(${roll(2)})`,
  () => `if a.Load() == 1 { fmt.Println("one") }`,
  (roll) => `select { case v := <-c${roll(2)}: fmt.Println(v); case c${roll(2)} <- 7: ; default: }`,
  (roll) => `select { case <-c0: fmt.Println("zero"); case c1 <- ${roll(3)}: }`,
  () => `time.Sleep(time.Millisecond)`,
  () => `close(c1)`,
  () => `rw.RLock(); fmt.Println("r"); rw.RUnlock()`,
  () => `rw.Lock(); x1 = 5; rw.Unlock()`,
  () => `p := new(int); *p = x1; c0 <- *p`,
  (roll) => `m[${roll(2)}] = x1`,
  (roll) => `cond.L.Lock(); cond.${roll(2) === 0 ? 'Signal' : 'Wait'}(); cond.L.Unlock()`,
  () => `once.Do(func() { x1++ })`,
  () => `cancel()`,
  () => `select { case <-ctx.Done(): fmt.Println("done"); default: }`,
];

function body(roll: Roll, most: number): string[] {
  const chosen = Array.from({ length: 1 + roll(most) }, () => STEPS[roll(STEPS.length)]?.(roll) ?? '');
  return chosen.map((line) => `{ ${line} }`);
}

/** @returns a whole Go file */
export function randomProgram(seed: number): string {
  const roll = dice(seed);
  const goroutines = Array.from({ length: 1 + roll(2) }, () => {
    const own = body(roll, 4);
    return ['go func() {', ...(roll(2) === 0 ? ['defer wg.Done()'] : []), ...own, '}()'].join('\n');
  });
  const wait = roll(2) === 0 ? [`wg.Add(${goroutines.length})`, ...goroutines, 'wg.Wait()'] : goroutines;
  return `package main
import ("context"; "fmt"; "sync"; "sync/atomic"; "time")
func main() {
c0 := make(chan int, ${roll(2)})
c1 := make(chan int, 1)
var mu0, mu1 sync.Mutex
var rw sync.RWMutex
var wg sync.WaitGroup
var once sync.Once
var a atomic.Int64
cond := sync.NewCond(&mu0)
x0, x1 := 0, 0
m := map[int]int{}
ctx, cancel := context.WithCancel(context.Background())
_, _, _, _, _, _, _, _, _, _, _, _, _, _ = c0, c1, &mu0, &mu1, &rw, &wg, &once, &a, cond, x0, x1, m, ctx, cancel
_ = time.Millisecond
${wait.join('\n')}
${body(roll, 4).join('\n')}
}
`;
}
