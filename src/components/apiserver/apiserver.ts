/** Face of the api-server with its etcd: the only component that others import by this file. */
export type * from './types.ts';
export type * from './state-types.ts';
export { createApiServer } from './server.ts';
/** What a decoder of an object's JSON has to say to it. */
export { decode } from './decode.ts';
/** A request by method, path and query, answered at once. */
export { serveHttp } from './http.ts';
/** Patches of plain data, as a PATCH applies them. */
export { applyJsonPatch } from './patch-json.ts';
export { applyMergePatch } from './patch-merge.ts';
export { applyStrategicPatch } from './patch-strategic.ts';
/** Patches as a client makes them. */
export { createThreeWayMergePatch, createThreeWayPatch, createTwoWayPatch } from './patch-create.ts';
/** Ownership of fields over plain objects: server-side apply, and what an update moves to its writer. */
export { FieldManager, type FieldManagerAnswer } from './field-manager.ts';
/** What objects count for in a ResourceQuota. */
export { isInScopes } from './quota-scopes.ts';
export { countsFor, quotaUsage } from './quota-usage.ts';
/** Rules of lists and watches by themselves. */
export { decodeContinue, encodeContinue } from './continue-token.ts';
export { leastRevision } from './watch-history.ts';
export { watchedAs } from './watch-select.ts';
