const LISTEN = `// listen handles every event; the slow listener needs a second for each.
func listen(in <-chan int, pause time.Duration) []int {
	var seen []int
	for e := range in {
		if pause > 0 {
			time.Sleep(pause)
		}
		seen = append(seen, e)
	}
	return seen
}
`;

const REPORT = `	if stalled := time.Since(start).Milliseconds() / 1000; stalled > 0 {
		fmt.Println("stalled for", stalled, "s")
	}
`;

const direct = (constants: string) => `package main

import (
	"fmt"
	"sync"
	"time"
)

${constants}
${LISTEN}
func main() {
	var wg sync.WaitGroup
	fast, slow := make(chan int, buffer), make(chan int, buffer)
	var byFast, bySlow []int
	wg.Go(func() { byFast = listen(fast, 0) })
	wg.Go(func() { bySlow = listen(slow, time.Second) })

	start := time.Now()
	for e := range events {
		fast <- e
		slow <- e
	}
${REPORT}	close(fast)
	close(slow)
	wg.Wait()
	fmt.Println(byFast, bySlow)
}
`;

export const BLOCKING = direct(`const (
	events = 3
	buffer = 0
)
`);

export const BUFFERED = direct(`const (
	events = 4
	buffer = 1
)
`);

export const RING = `package main

import (
	"fmt"
	"sync"
	"time"
)

const events = 3

${LISTEN}
// pump never lets the sender wait: what the listener cannot take yet is kept.
func pump(in <-chan int, out chan<- int) {
	defer close(out)
	var pending []int
	for in != nil || len(pending) > 0 {
		var ready chan<- int
		var next int
		if len(pending) > 0 {
			ready, next = out, pending[0]
		}
		select {
		case e, ok := <-in:
			if !ok {
				in = nil
				continue
			}
			pending = append(pending, e)
		case ready <- next:
			pending = pending[1:]
		}
	}
}

func main() {
	var wg sync.WaitGroup
	fast, add, slow := make(chan int), make(chan int), make(chan int)
	var byFast, bySlow []int
	wg.Go(func() { byFast = listen(fast, 0) })
	wg.Go(func() { bySlow = listen(slow, time.Second) })
	go pump(add, slow)

	start := time.Now()
	for e := range events {
		fast <- e
		add <- e
	}
${REPORT}	close(fast)
	close(add)
	wg.Wait()
	fmt.Println(byFast, bySlow)
}
`;

export const DROP_OLDEST = `package main

import (
	"fmt"
	"sync"
	"time"
)

const (
	events = 4
	buffer = 1
)

${LISTEN}
// offer never waits: where there is no room, the oldest event makes some.
func offer(to chan int, e int) (dropped int) {
	for {
		select {
		case to <- e:
			return dropped
		default:
		}
		select {
		case <-to:
			dropped++
		default:
		}
	}
}

func main() {
	var wg sync.WaitGroup
	slow := make(chan int, buffer)
	var seen []int
	wg.Go(func() { seen = listen(slow, time.Second) })

	start := time.Now()
	dropped := 0
	for e := range events {
		dropped += offer(slow, e)
	}
${REPORT}	close(slow)
	wg.Wait()
	fmt.Println("seen", len(seen), "dropped", dropped)
}
`;
