const file = (take: string) => `package main

import "fmt"

func take(urgent, normal <-chan string) string {
${take}}

func main() {
	urgent, normal := make(chan string, 1), make(chan string, 1)
	done := make(chan struct{})
	go func() {
		normal <- "normal"
		urgent <- "urgent"
		close(done)
	}()
	<-done
	first, second := take(urgent, normal), take(urgent, normal)
	if first == "normal" {
		fmt.Println("wrong order:", first, second)
		return
	}
	fmt.Println(first, second)
}
`;

const BOTH = `case v := <-urgent:
		return v
	case v := <-normal:
		return v
	}
`;

export const ONE_SELECT = file(`	select { // the order of the cases means nothing
	${BOTH}`);

export const TWO_SELECTS = file(`	select {
	case v := <-urgent:
		return v
	default:
	}
	select {
	${BOTH}`);
