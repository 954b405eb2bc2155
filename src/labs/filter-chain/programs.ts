export const SHARED = `package main

import (
	"fmt"
	"sync"
)

const items = 4

type rules struct {
	mu      sync.Mutex
	version int
	blocked int
}

func (r *rules) allows(item int) (bool, int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return item != r.blocked, r.version
}

func (r *rules) reload(version, blocked int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.version, r.blocked = version, blocked
}

type filter func(item int) bool

func main() {
	var wg sync.WaitGroup
	current := &rules{version: 1, blocked: 1}
	wg.Go(func() {
		first, last := 0, 0
		allowed := func(item int) bool {
			ok, version := current.allows(item)
			if first == 0 {
				first = version
			}
			last = version
			return ok
		}
		inStock := func(item int) bool { return item%3 != 0 }
		// A new chain for this task, but the same rules behind it.
		chain := []filter{allowed, inStock}
		var kept []int
	next:
		for item := range items {
			for _, passes := range chain {
				if !passes(item) {
					continue next
				}
			}
			kept = append(kept, item)
		}
		if last != first {
			fmt.Println("mixed versions", first, "and", last, "kept", kept)
			return
		}
		fmt.Println("version", first, "kept", kept)
	})
	wg.Go(func() { current.reload(2, 2) })
	wg.Wait()
}
`;

const snapshot = (chain: string) => `package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

const items = 4

type rules struct {
	version int
	blocked int
}

type filter func(item int) bool

func main() {
	var wg sync.WaitGroup
	var current atomic.Pointer[rules]
	current.Store(&rules{version: 1, blocked: 1})
	wg.Go(func() {
		own := current.Load() // nobody changes these rules any more
		asked := 0
		allowed := func(item int) bool { asked++; return item != own.blocked }
		inStock := func(item int) bool { asked++; return item%3 != 0 }
		chain := []filter{${chain}}
		var kept []int
	next:
		for item := range items {
			for _, passes := range chain {
				if !passes(item) {
					continue next
				}
			}
			kept = append(kept, item)
		}
		fmt.Println("version", own.version, "kept", kept, "asked", asked)
	})
	wg.Go(func() { current.Store(&rules{version: 2, blocked: 2}) })
	wg.Wait()
}
`;

export const SNAPSHOT = snapshot('allowed, inStock');
export const SWAPPED = snapshot('inStock, allowed');
