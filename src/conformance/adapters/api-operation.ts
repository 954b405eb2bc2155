/** Adapter for one request against given objects (api-operation). */
import { serveHttp } from '../../components/apiserver/apiserver.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { Adapter } from '../types.ts';
import { readBody } from './api-http.ts';
import { answerOf, API_COMPARE, serverWith } from './api-server.ts';

interface Given {
  readonly resourceVersion: string;
  readonly objects: readonly KubeObject[];
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly options?: Readonly<Record<string, string>> | null;
    readonly contentType?: string;
    /** Parsed JSON, or text. */
    readonly body?: unknown;
    readonly user: { readonly name: string; readonly groups?: readonly string[] };
  };
}

/**
 * While the server waits for a revision that is too large, others write: which revision it names in the end depends on
 * them, not on the row. It can be no less than the one that the row begins with.
 */
function sameText(path: string, expected: string, got: string): boolean {
  if (path !== 'message') return false;
  const [, asked, current] = TOO_LARGE.exec(expected) ?? [];
  const [, answered, from] = TOO_LARGE.exec(got) ?? [];
  if (asked === undefined) return API_COMPARE.sameText?.(path, expected, got) === true;
  return asked === answered && Number(current) >= Number(from);
}
const TOO_LARGE = /^Timeout: Too large resource version: (\d+), current: (\d+)$/;

export const apiOperation: Adapter = {
  source: 'control-plane',
  kind: 'api-operation',
  compare: { ...API_COMPARE, sameText },
  run(row, version) {
    const { objects, request, resourceVersion } = row.given as Given;
    const { method, path, contentType, user } = request;
    const server = serverWith(version, objects, Number(resourceVersion));
    const body = typeof request.body === 'string' ? readBody(request.body, contentType) : { body: request.body };
    const response = serveHttp(server, {
      method,
      path,
      query: request.options ?? {},
      ...(contentType === undefined ? {} : { contentType }),
      ...body,
      user: { name: user.name, groups: user.groups ?? [] },
    });
    return answerOf(response);
  },
};
