// The article's work in Go, a batch at a time: a line "mutex 4 100000" on standard input (row, writers, writes) is answered by
// a line with the nanoseconds it took, or "wrong: ..." where the outcome is not what it must be. Between batches it sleeps, so
// that batches of another program can be measured in turn with these.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const keys = 1000

func part(writer, writers, writes int) (from, to int) {
	return writer * writes / writers, (writer + 1) * writes / writers
}

// inParallel runs the writers and waits for them.
func inParallel(writers, writes int, work func(from, to int)) {
	var wg sync.WaitGroup
	wg.Add(writers)
	for w := 0; w < writers; w++ {
		from, to := part(w, writers, writes)
		go func() {
			defer wg.Done()
			work(from, to)
		}()
	}
	wg.Wait()
}

func underMutex(writers, writes int) (map[int]int, int) {
	m, count := map[int]int{}, 0
	var mu sync.Mutex
	inParallel(writers, writes, func(from, to int) {
		for i := from; i < to; i++ {
			mu.Lock()
			m[i%keys] = i
			count++
			mu.Unlock()
		}
	})
	return m, count
}

func underRWMutex(writers, writes int) (map[int]int, int) {
	m, count := map[int]int{}, 0
	var mu sync.RWMutex
	inParallel(writers, writes, func(from, to int) {
		for i := from; i < to; i++ {
			mu.Lock()
			m[i%keys] = i
			count++
			mu.Unlock()
		}
	})
	return m, count
}

func throughChannel(buffer, writers, writes int) (map[int]int, int) {
	m, count := map[int]int{}, 0
	ch := make(chan int, buffer)
	go func() {
		inParallel(writers, writes, func(from, to int) {
			for i := from; i < to; i++ {
				ch <- i
			}
		})
		close(ch)
	}()
	for i := range ch {
		m[i%keys] = i
		count++
	}
	return m, count
}

func counted(writers, writes int) int {
	var n atomic.Int64
	inParallel(writers, writes, func(from, to int) {
		for i := from; i < to; i++ {
			n.Add(1)
		}
	})
	return int(n.Load())
}

// isLast tells whether a writer wrote this value last of all that it wrote for the key.
func isLast(value, key, writers, writes int) bool {
	for w := 0; w < writers; w++ {
		from, to := part(w, writers, writes)
		if value >= from && value < to && value+keys >= to && value%keys == key {
			return true
		}
	}
	return false
}

func check(m map[int]int, count, writers, writes int) string {
	if count != writes {
		return fmt.Sprintf("%d of %d writes", count, writes)
	}
	if len(m) != keys {
		return fmt.Sprintf("%d keys", len(m))
	}
	for key, value := range m {
		if !isLast(value, key, writers, writes) {
			return fmt.Sprintf("key %d holds %d", key, value)
		}
	}
	return ""
}

func batch(row string, writers, writes int) (time.Duration, string) {
	start := time.Now()
	if row == "counter" {
		n := counted(writers, writes)
		took := time.Since(start)
		if n != writes {
			return took, fmt.Sprintf("%d of %d counted", n, writes)
		}
		return took, ""
	}
	var m map[int]int
	var count int
	if buffer, isChannel := strings.CutPrefix(row, "channel-"); isChannel {
		size, err := strconv.Atoi(buffer)
		if err != nil {
			return 0, err.Error()
		}
		m, count = throughChannel(size, writers, writes)
	} else if row == "mutex" {
		m, count = underMutex(writers, writes)
	} else if row == "rwmutex" {
		m, count = underRWMutex(writers, writes)
	} else {
		return 0, "no row " + row
	}
	took := time.Since(start)
	return took, check(m, count, writers, writes)
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var row string
		var writers, writes int
		if _, err := fmt.Sscan(lines.Text(), &row, &writers, &writes); err != nil {
			fmt.Println("wrong:", err)
			continue
		}
		took, wrong := batch(row, writers, writes)
		if wrong != "" {
			fmt.Println("wrong:", wrong)
			continue
		}
		fmt.Println(took.Nanoseconds())
	}
}
