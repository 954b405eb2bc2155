const file = (loop: string) => `package main

import (
	"context"
	"fmt"
	"sync"
)

func count(ctx context.Context, out chan<- int) {
${loop}}

func main() {
	var wg sync.WaitGroup
	ctx, cancel := context.WithCancel(context.Background())
	out := make(chan int)
	wg.Go(func() { count(ctx, out) })
	fmt.Println(<-out, <-out)
	cancel()
	wg.Wait()
	fmt.Println("the counter is gone:", ctx.Err())
}
`;

export const LOOKS_ONCE = file(`	for i := 1; ctx.Err() == nil; i++ {
		out <- i
	}
`);

export const SELECTS = file(`	for i := 1; ; i++ {
		select {
		case out <- i:
		case <-ctx.Done():
			return
		}
	}
`);
