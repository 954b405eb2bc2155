/** What a scenario asked for and did not get. */
export interface Refusal {
  /** "Kind/ns/name". */
  readonly key?: string;
  /** As kubectl says it: "pods/web". */
  readonly object: string;
  /** Of the request, as kubectl sent it: an apply of what is not there is a create. */
  readonly verb: string;
  readonly code: number;
  readonly message: string;
  /** Of a refused eviction: what the budget said. */
  readonly cause?: string;
  /** It came after this step. */
  readonly step: number;
}

/** What kubectl said beside doing its work, or having none. */
export type Note = Pick<Refusal, 'object' | 'message' | 'cause' | 'step'>;
