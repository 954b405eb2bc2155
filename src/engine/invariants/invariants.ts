/** Face of the invariants: what must never happen, asked of a run. */
export { InvariantCheck } from './check.ts';
export { INVARIANTS, SUSPENDED_BY, type InvariantId } from './table.ts';
export { Laws, type Facts } from './laws.ts';
export { Present } from './present.ts';
