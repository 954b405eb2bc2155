/** What one commit of a request came to. A request that commits twice (a delete at once) goes on with `next`. */
import type { ApiRequest, ApiResponse } from './types.ts';

/** Plain data: it travels in heap entries. */
export type Next =
  | { readonly kind: 'remove'; readonly key: string; readonly uid: string }
  | {
      readonly kind: 'evict';
      /** mark: the condition DisruptionTarget comes first. */
      readonly stage: 'mark' | 'delete';
      readonly key: string;
      readonly uid: string;
      readonly options: NonNullable<ApiRequest['options']>;
    }
  | {
      readonly kind: 'delete';
      readonly keys: readonly string[];
      readonly options: NonNullable<ApiRequest['options']>;
    };

export interface Outcome {
  readonly response: ApiResponse;
  /** The commit, if there was one. */
  readonly written?: { readonly key: string; readonly revision: number };
  /** The object, where it is another than the request's. */
  readonly key?: string;
  readonly next?: Next;
}
