const file = (make: string) => `package main

import (
	"fmt"
	"runtime"
	"time"
)

func ask(replica int, answer chan<- int) {
	time.Sleep(time.Duration(replica) * time.Second)
	answer <- replica
}

// first asks two replicas and takes the answer that comes first.
func first() int {
	answer := ${make}
	go ask(1, answer)
	go ask(2, answer)
	return <-answer
}

func main() {
	fmt.Println("answer of replica", first())
	time.Sleep(5 * time.Second)
	fmt.Println("goroutines:", runtime.NumGoroutine())
}
`;

export const UNBUFFERED = file('make(chan int)');
export const BUFFERED = file('make(chan int, 2)');
