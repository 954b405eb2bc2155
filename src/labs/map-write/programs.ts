export const MUTEX = `package main

import (
	"fmt"
	"sync"
)

const (
	keys    = 2
	writes  = 4
	writers = 2
)

func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	m := make(map[int]int)
	for w := range writers {
		wg.Go(func() {
			for i := range writes {
				if i%keys%writers == w {
					mu.Lock()
					m[i%keys] = i
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	for k := range keys {
		fmt.Println("key", k, "holds", m[k])
	}
}
`;

export const CHANNEL = `package main

import (
	"fmt"
	"sync"
)

const (
	keys    = 2
	writes  = 4
	writers = 2
	buffer  = 1
)

func main() {
	var wg sync.WaitGroup
	ch := make(chan int, buffer)
	for w := range writers {
		wg.Go(func() {
			for i := range writes {
				if i%keys%writers == w {
					ch <- i
				}
			}
		})
	}
	go func() {
		wg.Wait()
		close(ch)
	}()
	m := make(map[int]int)
	for i := range ch {
		m[i%keys] = i
	}
	for k := range keys {
		fmt.Println("key", k, "holds", m[k])
	}
}
`;

export const BARE = `package main

import (
	"fmt"
	"sync"
)

const (
	keys    = 2
	writes  = 4
	writers = 2
)

func main() {
	var wg sync.WaitGroup
	m := make(map[int]int)
	for w := range writers {
		wg.Go(func() {
			for i := range writes {
				if i%keys%writers == w {
					m[i%keys] = i
				}
			}
		})
	}
	wg.Wait()
	for k := range keys {
		fmt.Println("key", k, "holds", m[k])
	}
}
`;

export const SPLIT_LOCK = `package main

import (
	"fmt"
	"sync"
)

const writers = 2

func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	m := make(map[string]int)
	for range writers {
		wg.Go(func() {
			mu.Lock()
			n := m["hits"]
			mu.Unlock()

			mu.Lock()
			m["hits"] = n + 1
			mu.Unlock()
		})
	}
	wg.Wait()
	if lost := writers - m["hits"]; lost > 0 {
		fmt.Println("lost", lost, "of", writers)
		return
	}
	fmt.Println("hits", m["hits"])
}
`;

export const ONE_LOCK = `package main

import (
	"fmt"
	"sync"
)

const writers = 2

func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	m := make(map[string]int)
	for range writers {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			m["hits"]++
		})
	}
	wg.Wait()
	if lost := writers - m["hits"]; lost > 0 {
		fmt.Println("lost", lost, "of", writers)
		return
	}
	fmt.Println("hits", m["hits"])
}
`;
