/** Adapters for a manifest sent to a fresh cluster: what is refused (api-error), what is filled in (api-default). */
import { serveHttp } from '../../components/apiserver/apiserver.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Adapter, Row } from '../types.ts';
import { CLUSTER } from './api-cluster.ts';
import { ADMIN, readBody } from './api-http.ts';
import { answerOf, API_COMPARE, serverWith } from './api-server.ts';

interface Given {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly manifest: string;
}

function answer(row: Row, version: KubernetesVersion): unknown {
  const { method, path, query, contentType, manifest } = row.given as Given;
  const server = serverWith(version, CLUSTER, 1);
  const body = readBody(manifest, contentType);
  return answerOf(serveHttp(server, { method, path, query, contentType, ...body, user: ADMIN }));
}

const adapter = (kind: string): Adapter => ({ source: 'control-plane', kind, compare: API_COMPARE, run: answer });

export const apiError = adapter('api-error');
export const apiDefault = adapter('api-default');
