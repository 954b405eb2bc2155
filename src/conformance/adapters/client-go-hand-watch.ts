/** Adapters for lists in pages, the watch cache's history, and what a selector makes of an event. */
import {
  decodeContinue,
  encodeContinue,
  leastRevision,
  watchedAs,
  type ApiRequest,
  type ApiServer,
} from '../../components/apiserver/apiserver.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import type { Adapter, Row } from '../types.ts';
import { serverWith } from './api-server.ts';

interface ListStep {
  readonly rv?: string;
  readonly continue: { readonly rv: number; readonly startKey: string };
}

/** The last step's refusal, its token read. */
function listAnswer(server: ApiServer, { rv, continue: token }: ListStep): unknown {
  const options: NonNullable<ApiRequest['options']> = {
    continue: encodeContinue({ revision: token.rv, startKey: token.startKey }),
    limit: 500,
    ...(rv === undefined ? {} : { resourceVersion: rv }),
  };
  const { code, status } = server.handle({ verb: 'list', resource: 'pods', options }, 'tester');
  if (status === undefined) return {};
  const fresh = status.continue === undefined ? undefined : decodeContinue(status.continue);
  return {
    error: {
      code,
      reason: status.reason,
      ...(fresh === undefined ? {} : { freshContinue: { rv: fresh.revision, startKey: fresh.startKey } }),
    },
  };
}

export const handList: Adapter = {
  source: 'client-go-hand',
  kind: 'apiserver-list',
  run(row: Row, version) {
    const { compactedRV = 1 } = row.given as { readonly compactedRV?: number };
    const server = serverWith(version, [], compactedRV);
    return listAnswer(server, row.steps?.at(-1) as unknown as ListStep);
  },
};

interface History {
  readonly listRV: number;
  readonly events: readonly number[];
  readonly evicted: boolean;
}

export const handWatch: Adapter = {
  source: 'client-go-hand',
  kind: 'apiserver-watch',
  run(row: Row) {
    const { history } = row.given as { readonly history: History };
    const from = Number(row.steps?.at(-1)?.['rv']);
    const { listRV, events, evicted } = history;
    const least = leastRevision({ listRevision: listRV, evicted, oldestEvent: events[0] });
    if (from < least) return { errorEvent: { code: 410, reason: 'Expired' } };
    return { delivered: events.filter((revision) => revision > from) };
  },
};

interface Content {
  readonly nodeName: string;
  readonly v?: number;
}

function podOf({ nodeName, v }: Content, revision: number): KubeObject {
  const labels = v === undefined ? {} : { v: String(v) };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'default', resourceVersion: String(revision), labels },
    spec: { nodeName },
  };
}

export const handWatchSelector: Adapter = {
  source: 'client-go-hand',
  kind: 'apiserver-watch-selector',
  run(row: Row, version: KubernetesVersion) {
    const { selector, before, after, eventRV } = row.given as {
      readonly selector: Readonly<Record<string, string>>;
      readonly before: Content;
      readonly after: Content | null;
      readonly eventRV: number;
    };
    const fieldSelector = Object.entries(selector)
      .map(([field, value]) => `${field}=${value}`)
      .join(',');
    const previous = podOf(before, eventRV - 1);
    const object = after === null ? podOf(before, eventRV) : podOf(after, eventRV);
    const type = after === null ? 'DELETED' : 'MODIFIED';
    const commit = { type, key: 'Pod/default/p', object, previous, revision: eventRV } as const;
    const event = watchedAs({ resource: 'pods', fieldSelector, fromRevision: 0 }, commit, version);
    if (event === undefined) return { event: null };
    const { labels = {}, resourceVersion } = event.object.metadata;
    return { event: { type: event.type, rv: Number(resourceVersion), v: Number(labels['v']) } };
  },
};
