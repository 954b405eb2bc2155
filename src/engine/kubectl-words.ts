/**
 * Verbs for which kubectl reads the object first and may then say something itself instead of asking for a change:
 * staging/src/k8s.io/kubectl/pkg/cmd/set/set_image.go, cmd/rollout/rollout_pause.go and rollout_resume.go, cmd/taint,
 * cmd/label and drain/cordon.go (v1.37).
 */
import type { KubeObject, Node, Taint } from '../model/objects.ts';
import { keyOf } from '../model/objects.ts';
import { resourceInfo } from '../model/resources.ts';
import type { ApiRequest, ApiServer } from '../components/apiserver/apiserver.ts';

/** What a verb comes down to. */
export interface Asked {
  /** A read where kubectl sends no change. */
  readonly request: ApiRequest;
  /** Why kubectl gives up, in its words. */
  readonly refused?: string;
  /** Of what, and with which code, where the request does not tell. */
  readonly about?: { readonly key: string; readonly object: string; readonly code: number };
  /** What it says beside doing its work, or having none. */
  readonly note?: string;
}

export interface Place {
  readonly resource: string;
  readonly namespace?: string;
  readonly name: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Images = Readonly<Record<string, string>>;

/** The object at a place, as kubectl gets it. */
export function foundAt({ resource, namespace, name }: Place, apiServer: ApiServer): KubeObject | undefined {
  return apiServer.get(keyOf(resourceInfo(resource)?.kind ?? resource, namespace, name));
}

const read = (place: Place): ApiRequest => ({ verb: 'get', ...place });

/** Where the Pods of a kind are described; kinds that are absent have none (polymorphichelpers/updatepodspec.go). */
const POD_SPECS: Readonly<Record<string, readonly string[]>> = {
  Pod: ['spec'],
  ReplicationController: ['spec', 'template', 'spec'],
  Deployment: ['spec', 'template', 'spec'],
  DaemonSet: ['spec', 'template', 'spec'],
  ReplicaSet: ['spec', 'template', 'spec'],
  StatefulSet: ['spec', 'template', 'spec'],
  Job: ['spec', 'template', 'spec'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
};

interface Container {
  readonly name: string;
  readonly image?: string;
}

interface PodSpec {
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
}

/** "*" stands for every container. What is found is changed, whatever else is not. */
export function setImages(place: Place, images: Images, apiServer: ApiServer): Asked {
  const found = foundAt(place, apiServer);
  // The read itself tells that it is not there.
  if (found === undefined) return { request: read(place) };
  const path = POD_SPECS[found.kind];
  if (path === undefined) {
    const type = `*${found.apiVersion.split('/').at(-1) ?? ''}.${found.kind}`;
    return { request: read(place), refused: `the object is not a pod or does not have a pod template: ${type}` };
  }
  const { containers = [], initContainers = [] } = path.reduce<Fields>(
    (at, name) => (at[name] ?? {}) as Fields,
    found as unknown as Fields,
  ) as PodSpec;
  const missing = Object.keys(images).filter(
    (name) => name !== '*' && ![...containers, ...initContainers].some((one) => one.name === name),
  );
  const spec = {
    ...changed('containers', containers, images),
    ...changed('initContainers', initContainers, images),
  };
  const body = path.reduceRight<Fields>((inner, name) => ({ [name]: inner }), spec);
  const request: ApiRequest =
    Object.keys(spec).length === 0 ? read(place) : { verb: 'patch', ...place, patchType: 'strategic', body };
  const refused = missing.map((name) => `unable to find container named ${JSON.stringify(name)}`).join('\n');
  return refused === '' ? { request } : { request, refused };
}

function changed(list: string, containers: readonly Container[], images: Images): Fields {
  const patches = containers.flatMap(({ name, image: before }) => {
    const image = images[name] ?? images['*'];
    return image === undefined || image === before ? [] : [{ name, image }];
  });
  return patches.length === 0 ? {} : { [list]: patches };
}

/** pauseRollout and resumeRollout. */
export function pauseRollout(place: Place, pausing: boolean, apiServer: ApiServer): Asked {
  const found = foundAt(place, apiServer);
  if (found === undefined) return { request: read(place) };
  const about = `${qualified(place.resource)} ${JSON.stringify(place.name)}`;
  if (found.kind !== 'Deployment') {
    return { request: read(place), refused: `${about} ${pausing ? 'pausing' : 'resuming'} is not supported` };
  }
  const isPaused = (found.spec as { readonly paused?: boolean } | undefined)?.paused === true;
  if (isPaused === pausing) {
    return { request: read(place), refused: `${about} is ${pausing ? 'already' : 'not'} paused` };
  }
  return { request: merge(place, { spec: { paused: pausing ? true : null } }) };
}

/** "deployments.apps" */
function qualified(resource: string): string {
  const [group = '', version] = (resourceInfo(resource)?.apiVersion ?? '').split('/');
  return version === undefined ? resource : `${resource}.${group}`;
}

const merge = (place: Place, body: unknown): ApiRequest => ({ verb: 'patch', ...place, patchType: 'merge', body });

/** A label that is to go and is not there is said; the rest is done. As with --overwrite. */
export function setLabels(place: Place, labels: Readonly<Record<string, string | null>>, apiServer: ApiServer): Asked {
  const request = merge(place, { metadata: { labels } });
  const found = foundAt(place, apiServer);
  if (found === undefined) return { request };
  const had = found.metadata.labels ?? {};
  const missing = Object.keys(labels).filter((name) => labels[name] === null && had[name] === undefined);
  if (missing.length === 0) return { request };
  return { request, note: missing.map((name) => `label ${JSON.stringify(name)} not found.`).join('\n') };
}

export function cordon(name: string, wanted: boolean, apiServer: ApiServer): Asked {
  const place: Place = { resource: 'nodes', name };
  const node = foundAt(place, apiServer) as Node | undefined;
  if (node !== undefined && (node.spec?.unschedulable === true) === wanted) {
    return { request: read(place), note: wanted ? 'already cordoned' : 'already uncordoned' };
  }
  return { request: merge(place, { spec: { unschedulable: wanted ? true : null } }) };
}

interface TaintArgument {
  readonly node: string;
  readonly key: string;
  readonly value?: string;
  readonly effect?: string;
}

/** kubectl reads the node, changes the list and sends it whole. Without an effect all taints of the key go. */
export function taint(argument: TaintArgument, removing: boolean, apiServer: ApiServer): Asked {
  const { node: name, key, value, effect } = argument;
  const place: Place = { resource: 'nodes', name };
  const node = foundAt(place, apiServer) as Node | undefined;
  const all = node?.spec?.taints ?? [];
  const others = all.filter((t) => t.key !== key || (effect !== undefined && t.effect !== effect));
  if (removing || effect === undefined) {
    if (node !== undefined && others.length === all.length) {
      const text = effect === undefined ? key : `${key}:${effect}`;
      return { request: read(place), refused: `taint ${JSON.stringify(text)} not found` };
    }
    return { request: taints(place, others.length > 0 ? others : null) };
  }
  return { request: taints(place, [...others, { key, effect, ...(value === undefined ? {} : { value }) }]) };
}

const taints = (place: Place, list: readonly Taint[] | null): ApiRequest => merge(place, { spec: { taints: list } });
