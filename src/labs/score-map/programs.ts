const file = (declare: string, write: string, read: string) => `package main

import (
	"fmt"
	"sync"
)

const nodes = 3

func score(node int) int {
	return 100 - 10*node
}

func main() {
	var wg sync.WaitGroup
${declare}	for node := range nodes {
		wg.Go(func() {
			points := score(node)
${write}		})
	}
	wg.Wait()
	for node := range nodes {
		fmt.Println("node", node, "scores", ${read})
	}
}
`;

export const MAP = file('\tscores := make(map[int]int)\n', '\t\t\tscores[node] = points\n', 'scores[node]');

export const LOCKED = file(
  '\tvar mu sync.Mutex\n\tscores := make(map[int]int)\n',
  '\t\t\tmu.Lock()\n\t\t\tscores[node] = points\n\t\t\tmu.Unlock()\n',
  'scores[node]',
);

export const SLOTS = file('\tscores := make([]int, nodes)\n', '\t\t\tscores[node] = points\n', 'scores[node]');
