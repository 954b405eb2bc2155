/** A place for programs of one's own: a lab without a lesson, with examples to begin from. */
import type { Lab, Text } from '../labs/lab.ts';

export const OWN_ID = 'own';

export interface Example {
  readonly id: string;
  readonly title: Text;
  /** A whole Go file. */
  readonly text: string;
}

const PIPELINE = `package main

import "fmt"

func main() {
	ch := make(chan int, 2)
	go func() {
		for i := range 4 {
			ch <- i
		}
		close(ch)
	}()
	for v := range ch {
		fmt.Println(v)
	}
}
`;

const POOL = `package main

import (
	"fmt"
	"sync"
)

func main() {
	jobs := make(chan int)
	var mu sync.Mutex
	var wg sync.WaitGroup
	sum := 0
	for range 2 {
		wg.Go(func() {
			for job := range jobs {
				mu.Lock()
				sum += job
				mu.Unlock()
			}
		})
	}
	for i := 1; i <= 4; i++ {
		jobs <- i
	}
	close(jobs)
	wg.Wait()
	fmt.Println(sum)
}
`;

const LOST = `package main

import (
	"fmt"
	"sync"
)

func main() {
	counter := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			counter++
		})
	}
	wg.Wait()
	fmt.Println(counter)
}
`;

const DEADLOCK = `package main

import (
	"fmt"
	"sync"
)

func main() {
	var a, b sync.Mutex
	done := make(chan bool)
	go func() {
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
		done <- true
	}()
	b.Lock()
	a.Lock()
	a.Unlock()
	b.Unlock()
	<-done
	fmt.Println("both done")
}
`;

const TIMEOUT = `package main

import (
	"context"
	"fmt"
	"time"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	answer := make(chan string, 1)
	go func() {
		time.Sleep(80 * time.Millisecond)
		answer <- "late"
	}()
	select {
	case text := <-answer:
		fmt.Println(text)
	case <-ctx.Done():
		fmt.Println(ctx.Err())
	}
}
`;

const NEVER = `package main

import "fmt"

func main() {
	fmt.Println("before")
	i := 0
	for {
		i++
	}
}
`;

export const EXAMPLES: readonly Example[] = [
  { id: 'pipeline', title: { en: 'A channel with a buffer', ja: 'バッファー付きチャネル' }, text: PIPELINE },
  { id: 'pool', title: { en: 'Two workers, one sum', ja: 'ワーカー2つと合計' }, text: POOL },
  { id: 'lost', title: { en: 'A lost update', ja: '失われた更新' }, text: LOST },
  { id: 'deadlock', title: { en: 'Two locks, two orders', ja: 'ロック2つ、順序2つ' }, text: DEADLOCK },
  { id: 'timeout', title: { en: 'A context that runs out', ja: '時間切れの context' }, text: TIMEOUT },
  { id: 'never', title: { en: 'A loop that never ends', ja: '終わらないループ' }, text: NEVER },
];

export const OWN_LAB: Lab = {
  id: OWN_ID,
  title: { en: 'Own program', ja: '自分のプログラム' },
  line: {
    en: 'Write Go, step through every schedule, share the link.',
    ja: 'Go を書き、あらゆるスケジュールを1ステップずつ見て、リンクで共有します。',
  },
  rows: [],
  variants: [{ id: 'own', title: { en: 'Own', ja: '自分の' }, text: PIPELINE, faulty: false, expect: 'none' }],
  note: { en: '', ja: '' },
  question: { text: { en: '', ja: '' }, options: [] },
  point: { variant: 'own', turns: [], kind: 'exit' },
  cost: 'published',
};
