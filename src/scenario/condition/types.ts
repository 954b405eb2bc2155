/** Conditions over events and state: what breakpoints stop at and watch expressions show. Data, never code. */
import type { ConditionProblem } from '../../protocol/conditions.ts';

/** Columns of an event (docs/spec/events.md). */
export const EVENT_FIELDS = ['kind', 'lane', 'subject', 'object', 'detail', 'number', 'step'] as const;
export type EventField = (typeof EVENT_FIELDS)[number];

export const QUEUE_NAMES = ['activeQ', 'backoffQ', 'unschedulablePods', 'gated', 'inFlightPods'] as const;
export type QueueWord = (typeof QUEUE_NAMES)[number];

export type Operand =
  | { readonly of: 'event'; readonly field: EventField }
  /** Something of one object: a path such as "status.phase", or "exists". @remarks `key` is "Pod/ns/name". */
  | { readonly of: 'object'; readonly key: string; readonly path: string }
  | { readonly of: 'count'; readonly kind: string; readonly where: Condition | undefined }
  | { readonly of: 'queue'; readonly queue: QueueWord }
  /** Within a `where`: of the object that is looked at. */
  | { readonly of: 'field'; readonly path: string };

export type Comparison = '=' | '!=' | '~' | '!~' | '<' | '<=' | '>' | '>=';

export type Condition =
  | { readonly is: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly is: 'not'; readonly part: Condition }
  | {
      readonly is: 'test';
      readonly operand: Operand;
      readonly comparison: Comparison;
      /** As it is written; "=" and "!=" take "*" for any characters. */
      readonly value: string;
    };

export type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: ConditionProblem };

/** What a watch expression shows: the value of something, or whether a condition holds. */
export type Watch =
  { readonly shows: 'value'; readonly operand: Operand } | { readonly shows: 'truth'; readonly condition: Condition };
