/** A sync that adds taints and then takes others off, each write resting on what the one before it left. */
import type { Node } from '../../../model/objects.ts';
import type { ApiRequest, ApiResponse } from '../../apiserver/apiserver.ts';
import { isNode } from '../kinds.ts';
import { succeeded } from '../sync.ts';
import { nextWrite, type Swap } from './taints.ts';

/** Plain data. */
export interface Swapping {
  readonly rest: Swap;
}

export type Swapped =
  | { readonly kind: 'write'; readonly request: ApiRequest; readonly context: Swapping }
  | { readonly kind: 'over' }
  | { readonly kind: 'failed'; readonly reason: string };

export function beginSwap(node: Node, swap: Swap, now: string): Swapped {
  const next = nextWrite(node, swap, now);
  return next === undefined ? { kind: 'over' } : { kind: 'write', request: next.request, context: { rest: next.rest } };
}

/** @param answer to the last write */
export function goOnSwapping({ rest }: Swapping, answer: ApiResponse | undefined, now: string): Swapped {
  if (answer === undefined || answer.code === 404) return { kind: 'over' };
  if (!succeeded(answer)) return { kind: 'failed', reason: answer.status?.reason ?? String(answer.code) };
  const { object } = answer;
  return object !== undefined && isNode(object) ? beginSwap(object, rest, now) : { kind: 'over' };
}
