/**
 * What a Service's slices should hold: k8s.io/endpointslice reconciler.go, utils.go and pkg/util/endpoints (v1.37). Left out:
 * IPv6 and dual stack, topology hints, the legacy Endpoints object.
 */
import type { KubeObject, LabelSelector, Pod } from '../../../model/objects.ts';
import { selectorMatches } from '../../../model/selectors.ts';
import { isPodReady } from '../kinds.ts';

export interface Service extends KubeObject {
  readonly kind: 'Service';
  readonly spec?: {
    readonly selector?: Readonly<Record<string, string>>;
    readonly ports?: readonly ServicePort[];
    readonly type?: string;
    readonly clusterIP?: string;
    readonly publishNotReadyAddresses?: boolean;
  };
}

interface ServicePort {
  readonly name?: string;
  readonly port: number;
  readonly targetPort?: number | string;
  readonly protocol?: string;
  readonly appProtocol?: string;
}

export interface EndpointPort {
  readonly name: string;
  readonly port: number;
  readonly protocol: string;
  readonly appProtocol?: string;
}

export interface Endpoint {
  readonly addresses: readonly string[];
  readonly conditions: { readonly ready: boolean; readonly serving: boolean; readonly terminating: boolean };
  readonly hostname?: string;
  readonly nodeName?: string;
  readonly targetRef: {
    readonly kind: 'Pod';
    readonly namespace?: string;
    readonly name: string;
    readonly uid?: string;
  };
  readonly zone?: string;
}

export interface EndpointSlice extends KubeObject {
  readonly kind: 'EndpointSlice';
  readonly addressType: string;
  readonly endpoints?: readonly Endpoint[] | null;
  readonly ports?: readonly EndpointPort[] | null;
}

/** Endpoints that share their ports: they may lie in one slice. */
export interface Group {
  readonly ports: readonly EndpointPort[];
  readonly endpoints: readonly Endpoint[];
}

export const isService = (object: KubeObject): object is Service => object.kind === 'Service';
export const isSlice = (object: KubeObject): object is EndpointSlice => object.kind === 'EndpointSlice';

/** Services without a selector have endpoints of somebody else's making. */
export function selectorOf({ spec }: Service): LabelSelector | undefined {
  const selector = spec?.selector ?? {};
  if (Object.keys(selector).length === 0 || spec?.type === 'ExternalName') return undefined;
  return { matchLabels: selector };
}

export function selects(service: Service, pod: KubeObject): boolean {
  const selector = selectorOf(service);
  return selector !== undefined && selectorMatches(selector, pod.metadata.labels);
}

const isOver = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';

/** ShouldPodBeInEndpoints, with Pods that are on their way out: they serve while they are ready. */
export const hasEndpoint = (pod: Pod): boolean => !isOver(pod) && (pod.status?.podIP ?? '') !== '';

/** Groups in the order in which their first Pod comes. */
export function groupsOf(
  service: Service,
  pods: readonly Pod[],
  zoneOf: (node: string) => string | undefined,
): Group[] {
  const groups = new Map<string, { ports: readonly EndpointPort[]; endpoints: Endpoint[] }>();
  for (const pod of pods) {
    if (!hasEndpoint(pod)) continue;
    const ports = portsOf(service, pod);
    const key = JSON.stringify(ports);
    const group = groups.get(key) ?? { ports, endpoints: [] };
    groups.set(key, group);
    group.endpoints.push(endpointOf(service, pod, zoneOf));
  }
  return [...groups.values()];
}

/** A Pod that names the Service as its subdomain has a name there: Pods of a StatefulSet do. */
function hostnameOf({ metadata }: Service, { spec }: Pod): { readonly hostname?: string } {
  const { hostname, subdomain } = spec;
  return typeof hostname === 'string' && hostname !== '' && subdomain === metadata.name ? { hostname } : {};
}

function endpointOf(service: Service, pod: Pod, zoneOf: (node: string) => string | undefined): Endpoint {
  const { spec } = service;
  const { name, namespace, uid } = pod.metadata;
  const serving = isPodReady(pod);
  const terminating = pod.metadata.deletionTimestamp !== undefined;
  const { nodeName } = pod.spec;
  const zone = nodeName === undefined ? undefined : zoneOf(nodeName);
  return {
    addresses: [pod.status?.podIP ?? ''],
    conditions: { ready: spec?.publishNotReadyAddresses === true || (serving && !terminating), serving, terminating },
    ...hostnameOf(service, pod),
    ...(nodeName === undefined ? {} : { nodeName }),
    targetRef: {
      kind: 'Pod',
      ...(namespace === undefined ? {} : { namespace }),
      name,
      ...(uid === undefined ? {} : { uid }),
    },
    ...(zone === undefined ? {} : { zone }),
  };
}

/** getEndpointPorts: a named target is looked up in the Pod; a port that it does not name is left out. */
function portsOf({ spec }: Service, pod: Pod): EndpointPort[] {
  return (spec?.ports ?? []).flatMap(({ name = '', port, targetPort = port, protocol = 'TCP', appProtocol }) => {
    const found = typeof targetPort === 'number' ? targetPort : namedPort(pod, targetPort, protocol);
    if (found === undefined) return [];
    return [{ name, port: found, protocol, ...(appProtocol === undefined ? {} : { appProtocol }) }];
  });
}

function namedPort({ spec }: Pod, name: string, protocol: string): number | undefined {
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  for (const { ports = [] } of [...sidecars, ...spec.containers]) {
    const found = ports.find((port) => port.name === name && (port.protocol ?? 'TCP') === protocol);
    if (found !== undefined) return found.containerPort;
  }
  return undefined;
}
