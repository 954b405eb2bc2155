/** A draft as what a person does: entries of a timeline, a kubectl command, and what changes in which object. */
import { keyOf, namespacedName } from '../../model/objects.ts';
import type { KubeObject, Node, Pod, PodSpec } from '../../model/objects.ts';
import type { FieldChange, ForkEntry } from '../../protocol/protocol.ts';
import { resourceOfKind } from '../../model/resources.ts';
import { fieldChanges } from '../diff.ts';
import { ADMITTED, strategicPatch } from './strategic-patch.ts';
import { jsonPatch } from './json-patch.ts';
import type { PatchOperation } from './json-patch.ts';
import { controllerOf, homeOf } from './owner.ts';
import type { Home, Named } from './owner.ts';
import { draftedPod } from './situation.ts';
import type { Draft, Situation } from './situation.ts';

export interface Deed {
  readonly entries: readonly ForkEntry[];
  /** Lines for a shell. */
  readonly commands: readonly string[];
  readonly changes: readonly (FieldChange & { readonly object: string })[];
}

export interface Rendered extends Deed {
  /** The Pod is replaced by one of another name, made from this owner's template; undefined: it keeps its name. */
  readonly maker: KubeObject | undefined;
}

const NONE: Deed = { entries: [], commands: [], changes: [] };

const joined = (deeds: readonly Deed[]): Deed => ({
  entries: deeds.flatMap(({ entries }) => entries),
  commands: deeds.flatMap(({ commands }) => commands),
  changes: deeds.flatMap(({ changes }) => changes),
});

/** What makes room comes first, the Pod last. */
export function render(situation: Situation, draft: Draft): Rendered {
  const originals = new Map(situation.input.nodes.map(({ node }) => [node.metadata.name, node]));
  const nodes = [...draft.nodes].flatMap(([name, node]) => {
    const before = originals.get(name);
    return before === undefined ? [] : [nodeDeed(before, node)];
  });
  const home = homeOf(situation);
  const pod = situation.unborn === true ? unbornDeed(situation, draft, home) : podDeed(situation, draft, home);
  const changed = draft.changed.map(([before, after]) => changeDeed(situation, before, after));
  const made = [...draft.created, ...draft.added].map(createDeed);
  const gone = [...draft.removed].map((key) => deleteDeed(key));
  const replaced = home.kind === 'template' && (situation.unborn === true || (pod !== NONE && pod.onPod !== true));
  return { ...joined([...nodes, ...changed, ...made, ...gone, pod]), maker: replaced ? home.owner : undefined };
}

/** A word for a shell. */
export const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;

const inNamespace = (namespace: string | undefined): string =>
  namespace === undefined ? '' : ` -n ${quoted(namespace)}`;

const resourceWord = (kind: string): string => (resourceOfKind(kind)?.kind ?? kind).toLowerCase();

// --- nodes ---

function nodeDeed(before: Node, after: Node): Deed {
  const { name } = before.metadata;
  const changes = fieldChanges(before, after).map((change) => ({ ...change, object: `Node/${name}` }));
  const parts = [labelDeed(before, after), cordonDeed(before, after), taintDeed(before, after)];
  return { ...joined(parts), changes };
}

function labelDeed(before: Node, after: Node): Deed {
  const old = before.metadata.labels ?? {};
  const labels = Object.entries(after.metadata.labels ?? {}).filter(([key, value]) => old[key] !== value);
  if (labels.length === 0) return NONE;
  const { name } = before.metadata;
  const overwrite = labels.some(([key]) => old[key] !== undefined) ? ' --overwrite' : '';
  const words = labels.map(([key, value]) => quoted(`${key}=${value}`)).join(' ');
  const body = { kind: 'Node', name, labels: Object.fromEntries(labels) };
  return {
    ...NONE,
    entries: [{ verb: 'label', body }],
    commands: [`kubectl label node ${quoted(name)} ${words}${overwrite}`],
  };
}

function cordonDeed(before: Node, after: Node): Deed {
  if (before.spec?.unschedulable !== true || after.spec?.unschedulable === true) return NONE;
  const { name } = before.metadata;
  return { ...NONE, entries: [{ verb: 'uncordon', body: name }], commands: [`kubectl uncordon ${quoted(name)}`] };
}

/** The taint of a cordon goes with the cordon. */
function taintDeed(before: Node, after: Node): Deed {
  const left = after.spec?.taints ?? [];
  const gone = (before.spec?.taints ?? []).filter(
    (taint) => !left.includes(taint) && taint.key !== 'node.kubernetes.io/unschedulable',
  );
  const { name } = before.metadata;
  return {
    ...NONE,
    entries: gone.map(({ key, effect }) => ({ verb: 'untaint', body: { node: name, key, effect } })),
    commands: gone.map(({ key, effect }) => `kubectl taint node ${quoted(name)} ${quoted(`${key}:${effect}`)}-`),
  };
}

// --- whole objects ---

function changeDeed(situation: Situation, before: KubeObject, after: KubeObject): Deed {
  if (before.kind === 'PersistentVolumeClaim') return claimDeed(situation, before, after);
  const { cluster } = situation;
  const patched = patchDeed(before, jsonPatch(before.spec, after.spec, '/spec'), () => after);
  const enforced = (before.status as { readonly hard?: object } | undefined)?.hard;
  if (before.kind !== 'ResourceQuota' || enforced === undefined) return patched;
  if (cluster.controllers.some(({ name }) => name === 'resourcequota')) return patched;
  // What is enforced is in the status, which a controller that is not here would bring up to the spec.
  const { kind, metadata } = before;
  const { name, namespace = 'default' } = metadata;
  const { status: _, ...rest } = after;
  return {
    ...patched,
    entries: [
      { verb: 'delete', body: { kind, name, namespace } },
      { verb: 'create', body: { ...rest, metadata: { name, namespace } } },
    ],
  };
}

const PROTECTION = 'kubernetes.io/pvc-protection';

/** The spec of a claim is fixed: it goes and comes back changed. */
function claimDeed(situation: Situation, before: KubeObject, after: KubeObject): Deed {
  const { kind, metadata } = before;
  const { name, namespace = 'default', finalizers = [] } = metadata;
  // Taken off by a controller that is not here: a Pod without a node does not hold its claim.
  const free = { metadata: { finalizers: finalizers.filter((finalizer) => finalizer !== PROTECTION) } };
  const freed = { verb: 'patch', body: { kind, name, namespace, type: 'merge', patch: free } };
  return {
    entries: [
      ...(finalizers.includes(PROTECTION) ? [freed] : []),
      { verb: 'delete', body: { kind, name, namespace } },
      { verb: 'create', body: bare(after) },
    ],
    commands: [
      ...claimTemplateCommands(situation, before, after),
      replaceCommand(before, jsonPatch(before.spec, after.spec, '/spec')),
    ],
    changes: changesOf(before, after, keyOf(kind, namespace, name)),
  };
}

/**
 * A StatefulSet makes its claims from templates that are fixed too, and would make this one anew as it was: the set goes
 * without its Pods and comes back with another template.
 */
function claimTemplateCommands({ objects, pod }: Situation, before: KubeObject, after: KubeObject): string[] {
  const ref = controllerOf(pod);
  const { name, namespace = 'default' } = before.metadata;
  const end = `-${pod.metadata.name}`;
  if (ref?.kind !== 'StatefulSet' || !name.endsWith(end)) return [];
  const template = name.slice(0, -end.length);
  const set = objects.get(keyOf(ref.kind, namespace, ref.name));
  if (set === undefined) return [`# first mend the class in the claim template ${template} of StatefulSet ${ref.name}`];
  const { volumeClaimTemplates = [] } = set.spec as { readonly volumeClaimTemplates?: readonly Partial<KubeObject>[] };
  const at = volumeClaimTemplates.findIndex(({ metadata }) => metadata?.name === template);
  const path = `/spec/volumeClaimTemplates/${String(at)}/spec`;
  const patch = jsonPatch(before.spec, after.spec, path);
  return at < 0 ? [] : [replaceCommand(set, patch, ' --cascade=orphan')];
}

function createDeed(object: KubeObject): Deed {
  const { kind, metadata } = object;
  const key = keyOf(kind, metadata.namespace, metadata.name);
  const text = `kubectl create -f - <<'EOF'\n${JSON.stringify(object)}\nEOF`;
  // No command orders a machine; what the cluster would see of it is this object.
  const note = kind === 'Node' ? [`# add a machine to the pool; the cluster then sees:`] : [];
  return {
    entries: [{ verb: 'create', body: object }],
    commands: [...note, text],
    changes: [{ object: key, path: '', after: 'new' }],
  };
}

function deleteDeed(key: string): Deed {
  const [namespace = '', name = ''] = key.split('/');
  return {
    entries: [{ verb: 'delete', body: { kind: 'Pod', name, namespace } }],
    commands: [`kubectl delete pod ${quoted(name)}${inNamespace(namespace)}`],
    changes: [{ object: `Pod/${key}`, path: '', before: 'present' }],
  };
}

// --- the Pod itself ---

interface PodDeed extends Deed {
  /** Done to the Pod, not to its maker. */
  readonly onPod?: boolean;
}

function podDeed(situation: Situation, draft: Draft, home: Home): PodDeed {
  const { pod } = situation;
  const drafted = draftedPod(situation, draft);
  if (drafted === pod) return NONE;
  const operations = jsonPatch(pod.spec, drafted.spec, '/spec');
  if (operations.every((operation) => isAllowedOnPod(operation, home)))
    return { ...patchDeed(pod, operations), onPod: true };
  if (home.kind === 'bare') return replaceDeed(pod, drafted);
  if (home.kind === 'elsewhere') return elsewhereDeed(pod, drafted, draft, home);
  const patched = templateDeed(home.owner, home.spec, editedTemplate(home.spec, draft));
  return home.restart ? joined([patched, deleteDeed(namespacedName(pod))]) : patched;
}

/** A Pod that was refused: its maker tries again by itself, a person has to. */
function unbornDeed(situation: Situation, draft: Draft, home: Home): PodDeed {
  const drafted = draftedPod(situation, draft);
  if (home.kind === 'bare') return createDeed(bare(drafted));
  if (home.kind === 'elsewhere' || drafted === situation.pod) return NONE;
  return templateDeed(home.owner, home.spec, editedTemplate(home.spec, draft));
}

const templateDeed = (owner: KubeObject, before: PodSpec, after: PodSpec): Deed =>
  patchDeed(owner, jsonPatch(before, after, '/spec/template/spec'), (o) => withTemplate(o, after));

/** Gates are opened on the Pod itself; tolerations may be added to one that nobody would make anew without them. */
const isAllowedOnPod = ({ op, path }: PatchOperation, home: Home): boolean =>
  (path === '/spec/schedulingGates' && op === 'remove') ||
  (home.kind === 'bare' && op === 'add' && path.startsWith('/spec/tolerations'));

function editedTemplate(spec: PodSpec, { podEdits }: Draft): PodSpec {
  const edited = podEdits.reduce((s, edit) => edit(s), spec);
  const kept = Object.entries(edited).filter(([key]) => key in spec || !ADMITTED.has(key));
  return Object.fromEntries(kept) as unknown as PodSpec;
}

function withTemplate(owner: KubeObject, template: PodSpec): KubeObject {
  const spec = owner.spec as { readonly template?: object };
  return { ...owner, spec: { ...spec, template: { ...spec.template, spec: template } } };
}

function patchDeed(
  object: KubeObject,
  patch: readonly PatchOperation[],
  edit?: (object: KubeObject) => KubeObject,
): Deed {
  const { kind, metadata } = object;
  const { name, namespace = 'default' } = metadata;
  const key = keyOf(kind, namespace, name);
  const changes = edit === undefined ? patchChanges(patch, key) : changesOf(object, edit(object), key);
  return {
    entries: [{ verb: 'patch', body: { kind, name, namespace, type: 'json', patch } }],
    commands: [patchCommand({ kind, name }, namespace, patch)],
    changes,
  };
}

const changesOf = (before: KubeObject, after: KubeObject, object: string): Deed['changes'] =>
  fieldChanges(before, after).map((change) => ({ ...change, object }));

const patchChanges = (patch: readonly PatchOperation[], object: string): Deed['changes'] =>
  patch.map(({ op, path, value }) => ({
    object,
    path: path.slice(1).replace(/\//g, '.').replace(/\.-$/, ''),
    ...(op === 'remove' ? { before: 'present' } : { after: JSON.stringify(value) }),
  }));

const patchCommand = ({ kind, name }: Named, namespace: string, patch: readonly PatchOperation[]): string =>
  `kubectl patch ${resourceWord(kind)} ${quoted(name)}${inNamespace(namespace)} --type=json -p ${quoted(JSON.stringify(patch))}`;

/** A Pod that nobody made anew goes and comes back changed. */
function replaceDeed(pod: Pod, drafted: Pod): Deed {
  const patch = jsonPatch(pod.spec, drafted.spec, '/spec');
  return { ...standIn(pod, drafted), commands: [replaceCommand(pod, patch)] };
}

function replaceCommand({ kind, metadata }: KubeObject, patch: readonly PatchOperation[], options = ''): string {
  const { name, namespace = 'default' } = metadata;
  const get = `kubectl get ${resourceWord(kind)} ${quoted(name)}${inNamespace(namespace)} -o json`;
  const change = `kubectl patch --local -f - --type=json -p ${quoted(JSON.stringify(patch))} -o json`;
  return `${get} | ${change} | kubectl replace --force${options} -f -`;
}

/** Deletes the Pod and makes it anew as drafted. */
function standIn(pod: Pod, drafted: Pod): Deed {
  const { name, namespace = 'default' } = pod.metadata;
  const object = keyOf('Pod', namespace, name);
  return {
    entries: [
      { verb: 'delete', body: { kind: 'Pod', name, namespace }, options: { gracePeriodSeconds: 0 } },
      { verb: 'create', body: bare(drafted) },
    ],
    commands: [],
    changes: changesOf(pod, drafted, object),
  };
}

/** Without what the api-server wrote. */
export function bare({ apiVersion, kind, metadata, spec }: KubeObject): KubeObject {
  const { name, namespace = 'default', labels, annotations, ownerReferences, finalizers } = metadata;
  const kept = Object.entries({ labels, annotations, ownerReferences, finalizers }).filter(([, v]) => v !== undefined);
  return { apiVersion, kind, metadata: { name, namespace, ...Object.fromEntries(kept) }, spec };
}

function elsewhereDeed(pod: Pod, drafted: Pod, draft: Draft, { owner, template }: Home & { kind: 'elsewhere' }): Deed {
  const { namespace = 'default' } = pod.metadata;
  const command =
    template === undefined
      ? mergeCommand(owner, namespace, { spec: { template: { spec: strategicPatch(pod.spec, drafted.spec) } } })
      : patchCommand(owner, namespace, jsonPatch(template, editedTemplate(template, draft), '/spec/template/spec'));
  const restart = owner.kind === 'Deployment' ? [] : deleteDeed(namespacedName(pod)).commands;
  return { ...standIn(pod, drafted), commands: [command, ...restart] };
}

/** kubectl's own way of patching, which finds list items by name: for a template that the input does not show. */
const mergeCommand = ({ kind, name }: Named, namespace: string, patch: object): string =>
  `kubectl patch ${resourceWord(kind)} ${quoted(name)}${inNamespace(namespace)} -p ${quoted(JSON.stringify(patch))}`;
