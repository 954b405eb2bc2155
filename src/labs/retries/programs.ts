const file = (types: string, work: string, result: string) => `package main

import (
	"fmt"
	"math/rand/v2"
)

const orders = 2

${types}
// crashes says whether the worker dies here; the third delivery gets through.
func crashes(delivery int) bool {
	return delivery < 3 && rand.IntN(2) == 1
}

${work}
// deliver hands an order out again until it is acknowledged: at least once.
func deliver(queue <-chan int, done chan<- store) {
	s := newStore()
	for order := range queue {
		for delivery := 1; !s.handle(order, delivery); delivery++ {
		}
	}
	done <- s
}

func main() {
	queue := make(chan int, orders)
	done := make(chan store)
	go deliver(queue, done)
	for order := range orders {
		queue <- order
	}
	close(queue)
	s := <-done
${result}}
`;

const result = (sold: string, billed: string) => `	sold, billed := ${sold}, ${billed}
	if sold != orders || billed != orders {
		fmt.Println("wrong: sold", sold, "billed", billed, "for", orders, "orders")
		return
	}
	fmt.Println("sold", sold, "billed", billed)
`;

export const BIG_STEP = file(
  `type store struct {
	sold, billed int
}

func newStore() store {
	return store{}
}
`,
  `// handle does all of it in one go; a crash forgets how far it came.
func (s *store) handle(order, delivery int) bool {
	s.sold++
	if crashes(delivery) {
		return false
	}
	s.billed++
	return !crashes(delivery)
}
`,
  result('s.sold', 's.billed'),
);

export const SMALL_STEPS = file(
  `type store struct {
	sold, billed map[int]bool
}

func newStore() store {
	return store{sold: map[int]bool{}, billed: map[int]bool{}}
}
`,
  `// handle writes facts under the key of the order: once or twice is the same.
func (s *store) handle(order, delivery int) bool {
	s.sold[order] = true
	if crashes(delivery) {
		return false
	}
	s.billed[order] = true
	return !crashes(delivery)
}
`,
  result('len(s.sold)', 'len(s.billed)'),
);
