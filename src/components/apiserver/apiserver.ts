/** Face of the api-server with its etcd: the only component that others import by this file. */
export type * from './types.ts';
export { createApiServer } from './server.ts';
/** A request by method, path and query, answered at once. */
export { serveHttp } from './http.ts';
