/**
 * What the machine knows of Go's library: the types of its functions, methods, variables.
 * Models: packages fmt, sync, sync/atomic, time, context, errors, runtime, os, strings, strconv, sort, slices, math, rand
 * of go1.26, by name. Left out: whatever is not in these lists.
 */
import {
  ANY,
  BOOL,
  DURATION,
  ERROR,
  chan,
  func,
  libraryType,
  native,
  pointer,
  slice,
  universeType,
  type GoType,
} from './types.ts';

const FUNCTIONS: Readonly<Record<string, string>> = {
  'fmt.Println': 'func(...any)',
  'fmt.Print': 'func(...any)',
  'fmt.Printf': 'func(string, ...any)',
  'fmt.Sprintf': 'func(string, ...any) string',
  'fmt.Sprint': 'func(...any) string',
  'fmt.Sprintln': 'func(...any) string',
  'fmt.Errorf': 'func(string, ...any) error',
  'errors.New': 'func(string) error',
  'errors.Is': 'func(error, error) bool',
  'errors.Unwrap': 'func(error) error',
  'errors.Join': 'func(...error) error',
  'os.Exit': 'func(int)',
  'runtime.Gosched': 'func()',
  'runtime.Goexit': 'func()',
  'runtime.NumGoroutine': 'func() int',
  'runtime.GOMAXPROCS': 'func(int) int',
  'runtime.NumCPU': 'func() int',
  'runtime.GC': 'func()',
  'time.Sleep': 'func(time.Duration)',
  'time.After': 'func(time.Duration) <-chan time.Time',
  'time.Tick': 'func(time.Duration) <-chan time.Time',
  'time.NewTimer': 'func(time.Duration) *time.Timer',
  'time.NewTicker': 'func(time.Duration) *time.Ticker',
  'time.AfterFunc': 'func(time.Duration, func()) *time.Timer',
  'time.Now': 'func() time.Time',
  'time.Since': 'func(time.Time) time.Duration',
  'time.Until': 'func(time.Time) time.Duration',
  'sync.NewCond': 'func(sync.Locker) *sync.Cond',
  'sync.OnceFunc': 'func(func()) func()',
  'atomic.AddInt32': 'func(*int32, int32) int32',
  'atomic.AddInt64': 'func(*int64, int64) int64',
  'atomic.AddUint32': 'func(*uint32, uint32) uint32',
  'atomic.AddUint64': 'func(*uint64, uint64) uint64',
  'atomic.LoadInt32': 'func(*int32) int32',
  'atomic.LoadInt64': 'func(*int64) int64',
  'atomic.LoadUint32': 'func(*uint32) uint32',
  'atomic.LoadUint64': 'func(*uint64) uint64',
  'atomic.StoreInt32': 'func(*int32, int32)',
  'atomic.StoreInt64': 'func(*int64, int64)',
  'atomic.StoreUint32': 'func(*uint32, uint32)',
  'atomic.StoreUint64': 'func(*uint64, uint64)',
  'atomic.SwapInt32': 'func(*int32, int32) int32',
  'atomic.SwapInt64': 'func(*int64, int64) int64',
  'atomic.CompareAndSwapInt32': 'func(*int32, int32, int32) bool',
  'atomic.CompareAndSwapInt64': 'func(*int64, int64, int64) bool',
  'atomic.CompareAndSwapUint32': 'func(*uint32, uint32, uint32) bool',
  'atomic.CompareAndSwapUint64': 'func(*uint64, uint64, uint64) bool',
  'context.Background': 'func() context.Context',
  'context.TODO': 'func() context.Context',
  'context.WithCancel': 'func(context.Context) (context.Context, context.CancelFunc)',
  'context.WithCancelCause': 'func(context.Context) (context.Context, context.CancelCauseFunc)',
  'context.WithTimeout': 'func(context.Context, time.Duration) (context.Context, context.CancelFunc)',
  'context.WithTimeoutCause': 'func(context.Context, time.Duration, error) (context.Context, context.CancelFunc)',
  'context.WithDeadline': 'func(context.Context, time.Time) (context.Context, context.CancelFunc)',
  'context.WithValue': 'func(context.Context, any, any) context.Context',
  'context.WithoutCancel': 'func(context.Context) context.Context',
  'context.Cause': 'func(context.Context) error',
  'context.AfterFunc': 'func(context.Context, func()) func() bool',
  'strings.Repeat': 'func(string, int) string',
  'strings.Join': 'func([]string, string) string',
  'strings.Split': 'func(string, string) []string',
  'strings.Contains': 'func(string, string) bool',
  'strings.HasPrefix': 'func(string, string) bool',
  'strings.HasSuffix': 'func(string, string) bool',
  'strings.ToUpper': 'func(string) string',
  'strings.ToLower': 'func(string) string',
  'strings.TrimSpace': 'func(string) string',
  'strconv.Itoa': 'func(int) string',
  'strconv.Atoi': 'func(string) (int, error)',
  'sort.Ints': 'func([]int)',
  'sort.Strings': 'func([]string)',
  'slices.Sort': 'func(any)',
  'math.Sqrt': 'func(float64) float64',
  'math.Abs': 'func(float64) float64',
  'math.Floor': 'func(float64) float64',
  'math.Ceil': 'func(float64) float64',
  'math.Max': 'func(float64, float64) float64',
  'math.Min': 'func(float64, float64) float64',
  'rand.Intn': 'func(int) int',
  'rand.IntN': 'func(int) int',
};

/** Of a type, or of a pointer to it: Go calls both alike on what can be addressed. */
const METHODS: Readonly<Record<string, string>> = {
  'sync.Mutex.Lock': 'func()',
  'sync.Mutex.Unlock': 'func()',
  'sync.Mutex.TryLock': 'func() bool',
  'sync.RWMutex.Lock': 'func()',
  'sync.RWMutex.Unlock': 'func()',
  'sync.RWMutex.TryLock': 'func() bool',
  'sync.RWMutex.RLock': 'func()',
  'sync.RWMutex.RUnlock': 'func()',
  'sync.RWMutex.TryRLock': 'func() bool',
  'sync.WaitGroup.Add': 'func(int)',
  'sync.WaitGroup.Done': 'func()',
  'sync.WaitGroup.Wait': 'func()',
  'sync.WaitGroup.Go': 'func(func())',
  'sync.Once.Do': 'func(func())',
  'sync.Cond.Wait': 'func()',
  'sync.Cond.Signal': 'func()',
  'sync.Cond.Broadcast': 'func()',
  'sync.Map.Load': 'func(any) (any, bool)',
  'sync.Map.Store': 'func(any, any)',
  'sync.Map.LoadOrStore': 'func(any, any) (any, bool)',
  'sync.Map.LoadAndDelete': 'func(any) (any, bool)',
  'sync.Map.Delete': 'func(any)',
  'sync.Map.Swap': 'func(any, any) (any, bool)',
  'sync.Map.CompareAndSwap': 'func(any, any, any) bool',
  'sync.Map.CompareAndDelete': 'func(any, any) bool',
  'sync.Map.Clear': 'func()',
  'sync.Map.Range': 'func(func(any, any) bool)',
  'time.Timer.Stop': 'func() bool',
  'time.Timer.Reset': 'func(time.Duration) bool',
  'time.Ticker.Stop': 'func()',
  'time.Ticker.Reset': 'func(time.Duration)',
  'time.Time.Sub': 'func(time.Time) time.Duration',
  'time.Time.Add': 'func(time.Duration) time.Time',
  'time.Time.After': 'func(time.Time) bool',
  'time.Time.Before': 'func(time.Time) bool',
  'time.Time.UnixNano': 'func() int64',
  'time.Time.UnixMilli': 'func() int64',
  'time.Time.IsZero': 'func() bool',
  'time.Duration.String': 'func() string',
  'time.Duration.Milliseconds': 'func() int64',
  'time.Duration.Microseconds': 'func() int64',
  'time.Duration.Nanoseconds': 'func() int64',
  'time.Duration.Seconds': 'func() float64',
  'context.Context.Done': 'func() <-chan struct{}',
  'context.Context.Err': 'func() error',
  'context.Context.Value': 'func(any) any',
  'context.Context.Deadline': 'func() (time.Time, bool)',
  'error.Error': 'func() string',
  'fmt.Stringer.String': 'func() string',
  'sync.Locker.Lock': 'func()',
  'sync.Locker.Unlock': 'func()',
};

/** T = the type that the atomic holds. */
const ATOMIC: Readonly<Record<string, string>> = {
  Load: 'func() T',
  Store: 'func(T)',
  Add: 'func(T) T',
  Swap: 'func(T) T',
  CompareAndSwap: 'func(T, T) bool',
};

const VALUES: Readonly<Record<string, readonly [GoType, number]>> = {
  'time.Nanosecond': [DURATION, 1],
  'time.Microsecond': [DURATION, 1e3],
  'time.Millisecond': [DURATION, 1e6],
  'time.Second': [DURATION, 1e9],
  'time.Minute': [DURATION, 6e10],
  'time.Hour': [DURATION, 3.6e12],
  'math.MaxInt': [{ k: 'basic', id: 'untyped int' }, 2 ** 53 - 1],
  'math.MaxInt64': [{ k: 'basic', id: 'untyped int' }, 2 ** 53 - 1],
  'math.MaxInt32': [{ k: 'basic', id: 'untyped int' }, 2 ** 31 - 1],
  'math.MinInt32': [{ k: 'basic', id: 'untyped int' }, -(2 ** 31)],
  'math.MaxUint32': [{ k: 'basic', id: 'untyped int' }, 2 ** 32 - 1],
  'math.Pi': [{ k: 'basic', id: 'untyped float' }, Math.PI],
};

const STRUCT: GoType = { k: 'struct', id: 'struct {}', fields: [] };

/** Reads the small type texts of this file. */
function reader(text: string, t: GoType) {
  let at = 0;
  const eat = (what: string) => {
    const here = text.startsWith(what, at);
    if (here) at += what.length;
    return here;
  };
  const list = (): { types: GoType[]; variadic: boolean } => {
    const types: GoType[] = [];
    let variadic = false;
    while (!eat(')')) {
      eat(', ');
      variadic = eat('...');
      const one = type();
      types.push(variadic ? slice(one) : one);
    }
    return { types, variadic };
  };
  const type = (): GoType => {
    if (eat('*')) return pointer(type());
    if (eat('[]')) return slice(type());
    if (eat('<-chan ')) return chan(type(), '<-chan ');
    if (eat('struct{}')) return STRUCT;
    if (eat('func(')) {
      const { types, variadic } = list();
      if (!eat(' ')) return func(types, [], variadic);
      return func(types, eat('(') ? list().types : [type()], variadic);
    }
    const word = /^[\w.]+/.exec(text.slice(at))?.[0] ?? '';
    at += word.length;
    const [pkg = '', name] = word.split('.');
    if (name !== undefined) return libraryType(pkg, name, []);
    return word === 'T' ? t : (universeType(word) ?? ANY);
  };
  return type();
}

/** The type of a function of a package; undefined = unknown. */
export function libraryFunction(name: string): GoType | undefined {
  const text = FUNCTIONS[name];
  return text === undefined ? undefined : reader(text, ANY);
}

export function libraryValue(name: string): { readonly type: GoType; readonly value: number } | undefined {
  const found = VALUES[name];
  return found === undefined ? undefined : { type: found[0], value: found[1] };
}

/** Errors and the like that a package holds. */
export function libraryVariable(name: string): GoType | undefined {
  return name === 'context.Canceled' || name === 'context.DeadlineExceeded' ? ERROR : undefined;
}

const HELD: Readonly<Record<string, GoType>> = { Bool: BOOL, Value: ANY };

/** The type of a method of a library type; undefined = unknown. `id` without pointer. */
export function libraryMethod(
  type: GoType,
  method: string,
): { readonly type: GoType; readonly name: string } | undefined {
  const id = type.id.replace(/\[.*/, '');
  if (id.startsWith('atomic.')) {
    const text = ATOMIC[method];
    if (text === undefined || type.k !== 'native') return undefined;
    const kind = id.slice('atomic.'.length);
    const held = kind === 'Pointer' ? pointer(type.args[0] ?? ANY) : (HELD[kind] ?? universeType(kind.toLowerCase()));
    return { type: reader(text, held ?? ANY), name: `atomic.${method}` };
  }
  const name = `${id}.${method}`;
  const text = METHODS[name];
  return text === undefined ? undefined : { type: reader(text, ANY), name };
}

/** C of timers, L of conditions. */
export function libraryField(type: GoType, name: string): GoType | undefined {
  if ((type.id === 'time.Timer' || type.id === 'time.Ticker') && name === 'C') {
    return chan(native('time.Time'), '<-chan ');
  }
  return type.id === 'sync.Cond' && name === 'L' ? libraryType('sync', 'Locker', []) : undefined;
}
