const file = (second: string) => `package main

import (
	"fmt"
	"sync"
)

var (
	mu    sync.RWMutex
	price = 1
)

func total() int {
${second}	return 2 * price
}

func main() {
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		price++
		mu.Unlock()
	})
	wg.Go(func() {
		mu.RLock()
		defer mu.RUnlock()
		fmt.Println("price", price, "total", total())
	})
	wg.Wait()
}
`;

export const TWICE = file('\tmu.RLock()\n\tdefer mu.RUnlock()\n');
export const ONCE = file('').replace('func total', '// total wants mu to be held by its caller.\nfunc total');
