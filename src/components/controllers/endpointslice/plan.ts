/** Which slices are made, changed and deleted so that they hold what they should: reconcileByPortMapping (v1.37). */
import type { KubeObject } from '../../../model/objects.ts';
import type { ApiRequest } from '../../apiserver/apiserver.ts';
import { equalJson } from '../equal-json.ts';
import { newControllerRef } from '../owner.ts';
import type { Endpoint, EndpointPort, EndpointSlice, Group, Service } from './endpoints.ts';

/** maxEndpointsPerSlice. */
const SLICE_MAX = 100;
export const MANAGED_BY = 'endpointslice-controller.k8s.io';
export const LABEL_SERVICE = 'kubernetes.io/service-name';
export const LABEL_MANAGER = 'endpointslice.kubernetes.io/managed-by';
const LABEL_HEADLESS = 'service.kubernetes.io/headless';
const TRIGGER = 'endpoints.kubernetes.io/last-change-trigger-time';

interface Wanted {
  readonly ports: readonly EndpointPort[] | null;
  readonly endpoints: readonly Endpoint[] | null;
}

/** Whatever order its fields came in. */
const portsKey = (ports: readonly EndpointPort[] | null | undefined): string =>
  JSON.stringify((ports ?? null)?.map(({ name, port, protocol, appProtocol }) => [name, port, protocol, appProtocol]));
/** An endpoint that somebody else wrote may stand for no Pod. */
const nameOf = ({ targetRef, addresses }: Partial<Endpoint>): string =>
  targetRef?.uid ?? targetRef?.name ?? (addresses ?? []).join();

/**
 * @param trigger time of the change behind it, for the annotation; undefined takes it away
 * @returns requests in the order in which upstream sends them: creates, updates, deletes
 */
export function requestsFor(
  service: Service,
  groups: readonly Group[],
  existing: readonly EndpointSlice[],
  trigger: string | undefined,
): readonly ApiRequest[] {
  const wanted = groups.length === 0 ? [{ ports: null, endpoints: null }] : groups;
  const free = [...existing];
  const made: Wanted[] = [];
  const changed: { readonly slice: EndpointSlice; readonly to: Wanted }[] = [];
  for (const group of wanted) {
    const mine = take(free, ({ ports }) => portsKey(ports) === portsKey(group.ports));
    for (const [slice, to] of spread(group, mine)) {
      if (slice === undefined) made.push(to);
      else if (!equalJson(contentOf(slice), { ports: to.ports, endpoints: to.endpoints })) changed.push({ slice, to });
    }
  }
  // A slice that is not needed takes the place of one that would be made.
  while (made.length > 0 && free.length > 0) {
    const [slice, to] = [free.shift(), made.shift()];
    if (slice !== undefined && to !== undefined) changed.push({ slice, to });
  }
  return [
    ...made.map((to) => createRequest(service, to, trigger)),
    ...changed.map(({ slice, to }) => updateRequest(service, slice, to, trigger)),
    ...free.map(deleteRequest),
  ];
}

function take<T>(from: T[], matches: (item: T) => boolean): T[] {
  const taken = from.filter(matches);
  for (const item of taken) from.splice(from.indexOf(item), 1);
  return taken;
}

const contentOf = ({ ports, endpoints }: EndpointSlice): Wanted => ({
  ports: ports ?? null,
  endpoints: endpoints ?? null,
});

/** What stays keeps its place and order; what is new fills the fullest slice that has room, then new slices. */
function spread(group: Wanted, mine: readonly EndpointSlice[]): (readonly [EndpointSlice | undefined, Wanted])[] {
  const left = new Map((group.endpoints ?? []).map((endpoint) => [nameOf(endpoint), endpoint]));
  const kept = mine.map((slice) => {
    const endpoints = (slice.endpoints ?? []).flatMap((endpoint) => {
      const now = left.get(nameOf(endpoint));
      left.delete(nameOf(endpoint));
      return now ?? [];
    });
    return { slice, endpoints };
  });
  const fresh = [...left.values()];
  for (const { endpoints } of [...kept].sort((a, b) => b.endpoints.length - a.endpoints.length)) {
    endpoints.push(...fresh.splice(0, SLICE_MAX - endpoints.length));
  }
  const result: (readonly [EndpointSlice | undefined, Wanted])[] = kept.map(({ slice, endpoints }) => [
    slice,
    { ports: group.ports, endpoints: group.endpoints === null ? null : endpoints },
  ]);
  while (fresh.length > 0) result.push([undefined, { ports: group.ports, endpoints: fresh.splice(0, SLICE_MAX) }]);
  if (result.length === 0) result.push([undefined, group]);
  return result;
}

function annotated(
  annotations: Readonly<Record<string, string>> | undefined,
  trigger: string | undefined,
): { readonly annotations?: Readonly<Record<string, string>> } {
  const { [TRIGGER]: _before, ...rest } = annotations ?? {};
  const now = trigger === undefined ? rest : { ...rest, [TRIGGER]: trigger };
  return Object.keys(now).length === 0 ? {} : { annotations: now };
}

function labelsOf(service: Service): Readonly<Record<string, string>> {
  const headless = service.spec?.clusterIP === 'None' ? { [LABEL_HEADLESS]: '' } : {};
  return {
    ...service.metadata.labels,
    ...headless,
    [LABEL_MANAGER]: MANAGED_BY,
    [LABEL_SERVICE]: service.metadata.name,
  };
}

function createRequest(service: Service, { ports, endpoints }: Wanted, trigger: string | undefined): ApiRequest {
  const { name, namespace } = service.metadata;
  const body = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      generateName: `${name}-`,
      ...(namespace === undefined ? {} : { namespace }),
      labels: labelsOf(service),
      ...annotated(undefined, trigger),
      ownerReferences: [newControllerRef(service)],
    },
    addressType: 'IPv4',
    endpoints,
    ports,
  };
  return { verb: 'create', resource: 'endpointslices', ...placeOf(service), body };
}

function updateRequest(
  service: Service,
  slice: EndpointSlice,
  { ports, endpoints }: Wanted,
  trigger: string | undefined,
): ApiRequest {
  const { annotations, ...metadata } = slice.metadata;
  const body = {
    ...slice,
    metadata: { ...metadata, labels: labelsOf(service), ...annotated(annotations, trigger) },
    endpoints,
    ports,
  };
  return { verb: 'update', resource: 'endpointslices', ...placeOf(slice), name: slice.metadata.name, body };
}

const deleteRequest = (slice: EndpointSlice): ApiRequest => ({
  verb: 'delete',
  resource: 'endpointslices',
  ...placeOf(slice),
  name: slice.metadata.name,
});

const placeOf = ({ metadata }: KubeObject): { readonly namespace?: string } =>
  metadata.namespace === undefined ? {} : { namespace: metadata.namespace };
