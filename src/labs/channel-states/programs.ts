export const NIL_CHANNEL = `package main

import "fmt"

func main() {
	var ch chan string // declared, never made
	go func() { ch <- "hello" }()
	fmt.Println(<-ch)
}
`;

export const MADE = `package main

import "fmt"

func main() {
	ch := make(chan string)
	go func() { ch <- "hello" }()
	fmt.Println(<-ch)
}
`;

export const ALONE = `package main

import "fmt"

func main() {
	ch := make(chan string)
	ch <- "hello" // nobody can be there to take it
	fmt.Println(<-ch)
}
`;

export const SEND_CLOSED = `package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	ch := make(chan int, 2)
	for id := range 2 {
		wg.Go(func() {
			ch <- id
			if id == 0 {
				close(ch) // the other sender may still be on its way
			}
		})
	}
	wg.Wait()
	fmt.Println("received", <-ch+<-ch)
}
`;

export const CLOSE_AFTER = `package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	ch := make(chan int, 2)
	for id := range 2 {
		wg.Go(func() { ch <- id })
	}
	wg.Wait()
	close(ch) // after the last sender
	sum := 0
	for v := range ch {
		sum += v
	}
	v, ok := <-ch
	fmt.Println("received", sum, "then", v, ok)
}
`;
