const file = (end: string, calls: string) => `package main

import "fmt"

type service struct {
	name    string
	port    int
	retries int
}

type option func(*service)

func withPort(port int) option {
	return func(s *service) { s.port = port }
}

func withRetries(n int) option {
	return func(s *service) { s.retries = n }
}

func newService(name string, options ...option) (made service) {
	s := service{name: name, port: 80, retries: 3}
	for _, set := range options {
		set(&s)
	}
	${end}
}

func show(s service) {
	if s.name == "" {
		fmt.Println("zero value:", s.port, s.retries)
		return
	}
	fmt.Println(s.name, s.port, s.retries)
}

func main() {
${calls}}
`;

const CALLS = `	show(newService("web"))
	show(newService("web", withPort(8080), withRetries(1)))
	show(newService("web", withPort(8080), withPort(9090)))
`;

export const FORGOTTEN = file('return // made was never set', CALLS);
export const RETURNED = file('return s', CALLS);
export const SWAPPED = file(
  'return s',
  `	show(newService("web", withRetries(1), withPort(8080)))
	show(newService("web", withPort(9090), withPort(8080)))
`,
);
