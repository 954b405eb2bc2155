/** Second face of the api-server: what people look at; few steps ask for it, so it is loaded late. */
/** A step run once more tells what was asked and answered in it. */
export { hearRequests, type Heard } from './hear.ts';
/** What it looked like after a step. */
export { apiServerStateAt, leastWatchRevision } from './state.ts';
export { commitsBefore } from './commits.ts';
export { ownership, ownershipAt } from './ownership.ts';
