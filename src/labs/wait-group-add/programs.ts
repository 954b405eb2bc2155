const file = (head: string, first: string) => `package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

const (
	keys   = 2
	writes = 2
	buffer = 2
)

func fill() int64 {
	var wg sync.WaitGroup
	var stored atomic.Int64
	ch := make(chan int, buffer)
	m := make(map[int]int)
${head}	go func() {
${first}		defer wg.Done()
		for i := range ch {
			m[i%keys] = i
			stored.Add(1)
		}
	}()
	for i := range writes {
		ch <- i
	}
	close(ch)
	wg.Wait()
	return stored.Load()
}

func main() {
	if stored := fill(); stored < writes {
		fmt.Println("returned early:", stored, "of", writes)
		return
	}
	fmt.Println("complete:", writes)
}
`;

export const INSIDE = file('', '\t\twg.Add(1)\n');
export const BEFORE = file('\twg.Add(1)\n', '');
