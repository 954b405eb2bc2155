/**
 * Library functions that call functions of the program, written in Go: `pkg_Name` is Name of pkg, `pkg_Type_Name` a
 * method. They run on values of any
 * type, since the machine's values carry none. Names with X_ are natives of the machine's own.
 *
 * Models: sort, slices, maps, strings, bytes, errors, fmt, sync of go1.26 by what they promise. Left out: which order equal
 * elements get that are not sorted stably (here they keep theirs), iterators outside of slices.Sorted and slices.Collect.
 */
import type { FuncDecl, Program } from './ast.ts';
import { parseGo } from './parse.ts';
import { invariant } from '../kernel/kernel.ts';

const TEXT = `
func sort_Slice(x any, less func(i, j int) bool) {
	xs := sort.X_slice(x)
	for i := 1; i < len(xs); i++ {
		for j := i; j > 0 && less(j, j-1); j-- {
			xs[j], xs[j-1] = xs[j-1], xs[j]
		}
	}
}
func sort_SliceStable(x any, less func(i, j int) bool) {
	sort.Slice(x, less)
}
func sort_SliceIsSorted(x any, less func(i, j int) bool) bool {
	for i := len(sort.X_slice(x)) - 1; i > 0; i-- {
		if less(i, i-1) {
			return false
		}
	}
	return true
}
func sort_Sort(data sort.Interface) {
	for i := 1; i < data.Len(); i++ {
		for j := i; j > 0 && data.Less(j, j-1); j-- {
			data.Swap(j, j-1)
		}
	}
}
func sort_Stable(data sort.Interface) {
	sort.Sort(data)
}
func sort_Search(n int, f func(int) bool) int {
	low, high := 0, n
	for low < high {
		if middle := (low + high) / 2; f(middle) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

func slices_SortFunc(xs []any, cmp func(a, b any) int) {
	for i := 1; i < len(xs); i++ {
		for j := i; j > 0 && cmp(xs[j], xs[j-1]) < 0; j-- {
			xs[j], xs[j-1] = xs[j-1], xs[j]
		}
	}
}
func slices_SortStableFunc(xs []any, cmp func(a, b any) int) {
	slices.SortFunc(xs, cmp)
}
func slices_IndexFunc(xs []any, f func(any) bool) int {
	for i := range xs {
		if f(xs[i]) {
			return i
		}
	}
	return -1
}
func slices_ContainsFunc(xs []any, f func(any) bool) bool {
	return slices.IndexFunc(xs, f) >= 0
}
func slices_Index(xs []any, x any) int {
	for i := range xs {
		if xs[i] == x {
			return i
		}
	}
	return -1
}
func slices_Contains(xs []any, x any) bool {
	return slices.Index(xs, x) >= 0
}
func slices_Equal(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
func slices_Reverse(xs []any) {
	for i, j := 0, len(xs)-1; i < j; i, j = i+1, j-1 {
		xs[i], xs[j] = xs[j], xs[i]
	}
}
func slices_Max(xs []any) any {
	if len(xs) == 0 {
		panic("slices.Max: empty list")
	}
	best := xs[0]
	for _, x := range xs {
		best = max(best, x)
	}
	return best
}
func slices_Min(xs []any) any {
	if len(xs) == 0 {
		panic("slices.Min: empty list")
	}
	best := xs[0]
	for _, x := range xs {
		best = min(best, x)
	}
	return best
}
func slices_Collect(seq func(yield func(any) bool)) []any {
	var xs []any
	seq(func(x any) bool {
		xs = append(xs, x)
		return true
	})
	return xs
}
func slices_Sorted(seq func(yield func(any) bool)) []any {
	xs := slices.Collect(seq)
	slices.Sort(xs)
	return xs
}

func maps_Keys(m map[any]any) func(func(any) bool) {
	return func(yield func(any) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}
func maps_Values(m map[any]any) func(func(any) bool) {
	return func(yield func(any) bool) {
		for _, v := range m {
			if !yield(v) {
				return
			}
		}
	}
}
func maps_Copy(to, from map[any]any) {
	for k, v := range from {
		to[k] = v
	}
}
func maps_DeleteFunc(m map[any]any, drop func(k, v any) bool) {
	for k, v := range m {
		if drop(k, v) {
			delete(m, k)
		}
	}
}

func strings_Map(f func(rune) rune, s string) string {
	out := ""
	for _, r := range s {
		if to := f(r); to >= 0 {
			out += string(to)
		}
	}
	return out
}
func strings_FieldsFunc(s string, f func(rune) bool) []string {
	var out []string
	word := ""
	for _, r := range s {
		if !f(r) {
			word += string(r)
		} else if word != "" {
			out = append(out, word)
			word = ""
		}
	}
	if word != "" {
		out = append(out, word)
	}
	return out
}
func strings_Builder_WriteString(b *strings.Builder, s string) (int, error) {
	b.text_ += s
	return len(s), nil
}
func strings_Builder_Write(b *strings.Builder, p []byte) (int, error) {
	b.text_ += string(p)
	return len(p), nil
}
func strings_Builder_WriteByte(b *strings.Builder, c byte) error {
	b.text_ += string([]byte{c})
	return nil
}
func strings_Builder_WriteRune(b *strings.Builder, r rune) (int, error) {
	b.text_ += string(r)
	return len(string(r)), nil
}
func strings_Builder_String(b *strings.Builder) string {
	return b.text_
}
func strings_Builder_Len(b *strings.Builder) int {
	return len(b.text_)
}
func strings_Builder_Reset(b *strings.Builder) {
	b.text_ = ""
}
func strings_Builder_Grow(b *strings.Builder, n int) {
}
func bytes_Buffer_WriteString(b *bytes.Buffer, s string) (int, error) {
	b.text_ += s
	return len(s), nil
}
func bytes_Buffer_Write(b *bytes.Buffer, p []byte) (int, error) {
	b.text_ += string(p)
	return len(p), nil
}
func bytes_Buffer_WriteByte(b *bytes.Buffer, c byte) error {
	b.text_ += string([]byte{c})
	return nil
}
func bytes_Buffer_WriteRune(b *bytes.Buffer, r rune) (int, error) {
	b.text_ += string(r)
	return len(string(r)), nil
}
func bytes_Buffer_String(b *bytes.Buffer) string {
	if b == nil {
		return "<nil>"
	}
	return b.text_
}
func bytes_Buffer_Bytes(b *bytes.Buffer) []byte {
	return []byte(b.text_)
}
func bytes_Buffer_Len(b *bytes.Buffer) int {
	return len(b.text_)
}
func bytes_Buffer_Reset(b *bytes.Buffer) {
	b.text_ = ""
}

func fmt_Fprint(w io.Writer, args []any) (int, error) {
	return w.Write([]byte(fmt.Sprint(args...)))
}
func fmt_Fprintln(w io.Writer, args []any) (int, error) {
	return w.Write([]byte(fmt.Sprintln(args...)))
}
func fmt_Fprintf(w io.Writer, format string, args []any) (int, error) {
	return w.Write([]byte(fmt.Sprintf(format, args...)))
}
func io_WriteString(w io.Writer, s string) (int, error) {
	return w.Write([]byte(s))
}

func errors_Unwrap(err error) error {
	if errors.X_isLibrary(err) {
		return errors.X_only(err)
	}
	if x, ok := err.(interface{ Unwrap() error }); ok {
		return x.Unwrap()
	}
	return nil
}
func errors_Is(err, target error) bool {
	for err != nil && target != nil {
		if errors.X_same(err, target) {
			return true
		}
		if x, ok := err.(interface{ Is(error) bool }); ok && x.Is(target) {
			return true
		}
		for _, one := range errors.X_wrapped(err) {
			if errors.Is(one, target) {
				return true
			}
		}
		x, ok := err.(interface{ Unwrap() error })
		if !ok {
			return false
		}
		err = x.Unwrap()
	}
	return err == target
}
func errors_As(err error, target any) bool {
	errors.X_target(target)
	for err != nil {
		if errors.X_take(err, target) {
			return true
		}
		if x, ok := err.(interface{ As(any) bool }); ok && x.As(target) {
			return true
		}
		for _, one := range errors.X_wrapped(err) {
			if errors.As(one, target) {
				return true
			}
		}
		x, ok := err.(interface{ Unwrap() error })
		if !ok {
			return false
		}
		err = x.Unwrap()
	}
	return false
}

func sync_OnceValue(f func() any) func() any {
	var once sync.Once
	var value, failed any
	came := false
	return func() any {
		once.Do(func() {
			defer func() {
				if !came {
					failed = recover()
					panic(failed)
				}
			}()
			value = f()
			came = true
		})
		if !came {
			panic(failed)
		}
		return value
	}
}
func sync_OnceValues(f func() (any, any)) func() (any, any) {
	var once sync.Once
	var value, other, failed any
	came := false
	return func() (any, any) {
		once.Do(func() {
			defer func() {
				if !came {
					failed = recover()
					panic(failed)
				}
			}()
			value, other = f()
			came = true
		})
		if !came {
			panic(failed)
		}
		return value, other
	}
}
`;

let known: readonly FuncDecl[] | undefined;

/** Code of the library has no place in the program. */
function withoutPlaces(_: string, value: unknown): unknown {
  const isPlace = typeof value === 'object' && value !== null && 'line' in value && 'column' in value;
  return isPlace ? { line: 0, column: 0 } : value;
}

function all(): readonly FuncDecl[] {
  if (known !== undefined) return known;
  const parsed = parseGo(TEXT);
  invariant(parsed.kind === 'program', 'the library is Go');
  known = JSON.parse(JSON.stringify(parsed.program.funcs, withoutPlaces)) as readonly FuncDecl[];
  return known;
}

/** "strings_Builder_Len" is a method: its first parameter is the receiver. */
function asMethod(one: FuncDecl): FuncDecl {
  const [pkg, type, method] = one.name.split('_');
  const [receiver, ...params] = one.func.params;
  if (pkg === undefined || type === undefined || method === undefined || receiver === undefined) return one;
  return { ...one, receiver, func: { ...one.func, params } };
}

/** Of the packages that a program imports. */
export function libraryFuncs({ imports }: Program): readonly FuncDecl[] {
  const paths = new Set(imports.map((one) => one.path));
  return all()
    .filter((one) => paths.has(one.name.split('_')[0] ?? ''))
    .map(asMethod);
}

/** "sort_Slice" to "sort.Slice"; of a method its own name. */
export function libraryName(name: string): string {
  const [pkg, type, method] = name.split('_');
  return method ?? `${pkg ?? ''}.${type ?? ''}`;
}
