export const SEMAPHORE = `package main

import (
	"fmt"
	"sync"
	"time"
)

const (
	tasks       = 4
	parallelism = 2
	cost        = 10 * time.Millisecond
)

func main() {
	var wg sync.WaitGroup
	free := make(chan struct{}, parallelism)
	scores := make([]int, tasks)
	start := time.Now()
	for i := range tasks {
		free <- struct{}{}
		wg.Go(func() {
			time.Sleep(cost)
			scores[i] = i * i
			<-free
		})
	}
	wg.Wait()
	fmt.Println("done after", time.Since(start).Milliseconds()/10)
	fmt.Println(scores)
}
`;

export const CHUNKS = `package main

import (
	"fmt"
	"math"
	"sync"
	"time"
)

const (
	tasks       = 4
	parallelism = 2
	cost        = 10 * time.Millisecond
)

// chunkSize is about the root of n, and small enough to give every worker some.
func chunkSize(n int) int {
	return max(1, min(int(math.Sqrt(float64(n))), n/parallelism+1))
}

func main() {
	var wg sync.WaitGroup
	size := chunkSize(tasks)
	chunks := (tasks + size - 1) / size
	todo := make(chan int, chunks)
	for c := range chunks {
		todo <- c
	}
	close(todo)
	scores := make([]int, tasks)
	start := time.Now()
	for range min(parallelism, chunks) {
		wg.Go(func() {
			for c := range todo {
				for i := c * size; i < min(tasks, (c+1)*size); i++ {
					time.Sleep(cost)
					scores[i] = i * i
				}
			}
		})
	}
	wg.Wait()
	fmt.Println("done after", time.Since(start).Milliseconds()/10)
	fmt.Println(scores)
}
`;
