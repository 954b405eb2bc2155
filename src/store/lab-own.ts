/** A place for programs of one's own: a lab without a lesson. */
import type { Lab } from '../labs/lab.ts';

export const OWN_ID = 'own';

const TEXT = `package main

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

export const OWN_LAB: Lab = {
  id: OWN_ID,
  title: { en: 'Own program', ja: '自分のプログラム' },
  rows: [],
  variants: [{ id: 'own', title: { en: 'Own', ja: '自分の' }, text: TEXT, faulty: false, expect: 'none' }],
  note: { en: '', ja: '' },
  question: { text: { en: '', ja: '' }, options: [] },
  point: { variant: 'own', turns: [], kind: 'exit' },
  cost: 'published',
};
