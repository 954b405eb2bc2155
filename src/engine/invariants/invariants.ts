/** Face of the invariants: what must never happen, asked of a run. */
export { BREACH_LIMIT, InvariantCheck } from './check.ts';
export { INVARIANTS, SUSPENDED_BY, type InvariantId } from './table.ts';
export { Laws, type Facts, type LawId, type LawWrite } from './laws.ts';
export { Present } from './present.ts';
export { breachesAtRest } from './at-rest.ts';
