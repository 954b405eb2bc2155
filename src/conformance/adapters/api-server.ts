/** An api-server with given objects, and its answers in the form of the control plane's recordings. */
import { type ApiResponse, type ApiServer, createApiServer } from '../../components/apiserver/apiserver.ts';
import { createWorld } from '../../kernel/kernel.ts';
import { EVENT_KIND_NAMES, LANES } from '../../model/events.ts';
import { DEFAULT_LATENCIES } from '../../model/latencies.ts';
import type { KubeObject } from '../../model/objects.ts';
import { parseTime } from '../../model/time.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { isFields } from '../read.ts';
import type { CompareOptions } from '../types.ts';

/** The recordings' day; answers hold no times after cleaning. */
const NOW = '2026-12-01T00:00:00Z';

/** Not begun: a world in its set-up takes writes outside of events, which `handle` needs. */
export function serverWith(version: KubernetesVersion, objects: readonly KubeObject[], revision: number): ApiServer {
  const world = createWorld({ seed: 1, ticksPerSecond: 1_000_000, kinds: EVENT_KIND_NAMES, lanes: LANES });
  const epochMicros = parseTime(NOW) ?? 0;
  const server = createApiServer({ world, version, latencies: DEFAULT_LATENCIES, epochMicros, managedFields: true });
  for (const object of objects) server.seed(object);
  if (server.revision < revision) server.seed(revisionMark(revision));
  return server;
}

/** The store's revision may stand above every object's; a Lease that no row looks at carries it. */
const revisionMark = (revision: number): KubeObject => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name: 'revision', namespace: 'kube-node-lease', resourceVersion: String(revision) },
});

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TOKEN_VOLUME = /kube-api-access-[a-z0-9]{5}/g;

const cleanText = (text: string): string =>
  text.replace(UUID, '<uid>').replace(TOKEN_VOLUME, 'kube-api-access-<random>');

/** Takes out what is random or a moment, as the recordings did. */
export function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return (value as unknown[]).map(cleaned);
  if (!isFields(value)) return value;
  const named = 'name' in value;
  const kept = Object.entries(value).filter(
    ([key]) => !(named && (key === 'uid' || key === 'resourceVersion' || key === 'creationTimestamp')),
  );
  return Object.fromEntries(kept.map(([key, field]) => [key, cleanedField(key, field)]));
}

function cleanedField(key: string, field: unknown): unknown {
  if (key === 'managedFields' && Array.isArray(field)) {
    const timeless = (entry: unknown): unknown =>
      isFields(entry) ? Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'time')) : entry;
    return (field as unknown[]).map((entry) => cleaned(timeless(entry)));
  }
  if (key === 'clusterIP' && field !== 'None') return '<ip>';
  if (key === 'clusterIPs' && Array.isArray(field))
    return (field as unknown[]).map((ip) => (ip === 'None' ? ip : '<ip>'));
  return cleaned(field);
}

/** In the form of `expect`: a refusal's words, or the object. */
export function answerOf(response: ApiResponse): unknown {
  const { code, status, object, warnings } = response;
  if (status !== undefined) {
    return cleaned({ code, reason: status.reason, message: status.message, causes: status.causes ?? [] });
  }
  // What is gone is answered by a Status, but for kinds that answer with their last content.
  const accepted = object === undefined || object.kind === 'Status' ? { status: 'Success' } : { object };
  return cleaned({ code, ...accepted, warnings });
}

/** Objects are compared whole, causes as a multiset, and of several causes the message may name any first. */
export const API_COMPARE: CompareOptions = {
  isComplete: (path) => path === 'object' || path.startsWith('object.'),
  isSet: (path) => path === 'causes',
  sameText: (path, expected, got) => path === 'message' && sortedCauses(expected) === sortedCauses(got),
};

/** "X is invalid: [A, B]" with its list sorted. */
function sortedCauses(message: string): string {
  const found = /^(.* is invalid: )\[(.*)\]$/s.exec(message);
  if (found === null) return message;
  const [, head = '', list = ''] = found;
  return (
    head +
    list
      .split(/, (?=[a-zA-Z]+[.[:])/)
      .sort()
      .join(', ')
  );
}
