const file = (imports: string, body: string) => `package main

import (
	"fmt"
	"sync"
${imports})

type settings struct {
	limit int
}

${body}
func main() {
	var wg sync.WaitGroup
	var got [2]int
	for i := range got {
		wg.Go(func() { got[i] = get().limit })
	}
	wg.Wait()
	if got[0] != 8 || got[1] != 8 {
		fmt.Println("wrong limits", got[0], got[1])
		return
	}
	fmt.Println("limits", got[0], got[1])
}
`;

export const PLAIN = file(
  '',
  `var (
	mu     sync.Mutex
	shared *settings
)

func get() *settings {
	if shared == nil { // read without the lock
		mu.Lock()
		defer mu.Unlock()
		if shared == nil {
			shared = &settings{limit: 8}
		}
	}
	return shared
}
`,
);

export const EARLY = file(
  '',
  `var (
	mu     sync.Mutex
	shared *settings
)

func get() *settings {
	if shared == nil {
		mu.Lock()
		defer mu.Unlock()
		if shared == nil {
			shared = &settings{} // seen by others before it is filled
			shared.limit = 8
		}
	}
	return shared
}
`,
);

export const ONCE = file(
  '',
  `var (
	once   sync.Once
	shared *settings
)

func get() *settings {
	once.Do(func() { shared = &settings{limit: 8} })
	return shared
}
`,
);

export const ATOMIC = file(
  '\t"sync/atomic"\n',
  `var (
	mu     sync.Mutex
	shared atomic.Pointer[settings]
)

func get() *settings {
	if s := shared.Load(); s != nil {
		return s
	}
	mu.Lock()
	defer mu.Unlock()
	if s := shared.Load(); s != nil {
		return s
	}
	s := &settings{limit: 8}
	shared.Store(s)
	return s
}
`,
);
