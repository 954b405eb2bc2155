/** POST: k8s.io/apiserver pkg/endpoints/handlers/create.go and registry/rest/create.go (v0.37). */
import { keyOf, type KubeObject, type ObjectMeta, type Pod } from '../../model/objects.ts';
import type { ResourceInfo } from '../../model/resources.ts';
import { topologyLabels } from './binding.ts';
import type { Core } from './core.ts';
import { objectBody } from './body.ts';
import { podSecurityWarnings } from './admission-security.ts';
import { admitCreate } from './admit.ts';
import { applyDefaults } from './defaults.ts';
import { checkNamespace, namespaceOfBody } from './namespaces.ts';
import { omit } from './fields.ts';
import type { Outcome } from './outcome.ts';
import { alreadyExists, internal, nameSoFar } from './refusal.ts';
import { prepareForCreate } from './strategy.ts';
import { ownedAfter, type WriteContext } from './tracking.ts';
import type { ApiRequest } from './types.ts';
import { validateCreate } from './validate.ts';
import { headersOf, warningsFor, type Headers } from './warnings.ts';

/** Upstream tries a generated name that is taken so often again (gate RetryGenerateName). */
const NAME_TRIES = 8;

export function create(core: Core, request: ApiRequest, info: ResourceInfo, context: WriteContext): Outcome {
  const body = objectBody(request, info);
  const draft = withIdentity(core, request, info, body);
  const key = keyOf(info.kind, draft.metadata.namespace, draft.metadata.name);
  if (core.store.get(key) !== undefined) throw alreadyExists(info, draft.metadata.name);
  const ready = onItsNode(core, prepareForCreate(core, owned(core, context, applyDefaults(draft)), key));
  validateCreate(core, info, ready);
  admitCreate(core, info, ready);
  const born = { uid: ready.metadata.uid ?? core.newUid(key), creationTimestamp: core.timestamp() };
  const notes = warned(core, context, ready);
  if (context.dryRun) {
    const object = { ...ready, metadata: { ...ready.metadata, ...born } };
    return { response: { code: 201, object, written: false, ...notes }, key };
  }
  const object = core.store.put(key, ready, born);
  return { response: { code: 201, object, written: true, ...notes }, written: { key, revision: core.store.revision } };
}

/** A Pod that names its node itself. */
function onItsNode(core: Core, object: KubeObject): KubeObject {
  const nodeName = object.kind === 'Pod' ? (object as Pod).spec.nodeName : undefined;
  const labels = nodeName === undefined ? undefined : topologyLabels(core, object.metadata, nodeName);
  return labels === undefined ? object : { ...object, metadata: { ...object.metadata, labels } };
}

function owned(core: Core, context: WriteContext, object: KubeObject): KubeObject {
  const managedFields = ownedAfter(core, context, undefined, object);
  if (managedFields === object.metadata.managedFields) return object;
  const metadata = omit(object.metadata, ['managedFields']);
  return { ...object, metadata: managedFields === undefined ? metadata : { ...metadata, managedFields } };
}

function warned(core: Core, { warns }: WriteContext, object: KubeObject): Headers {
  return warns ? headersOf([...warningsFor(object), ...podSecurityWarnings(core, object)]) : {};
}

/** What a client may send in metadata, but not decide. */
const SERVERS_OWN = [
  'resourceVersion',
  'uid',
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'namespace',
];

function withIdentity(core: Core, request: ApiRequest, info: ResourceInfo, body: KubeObject): KubeObject {
  const sent = body.metadata;
  const { resourceVersion } = sent;
  const namespace = namespaceOfBody(request, info, body);
  if (namespace !== undefined) checkNamespace(core, info, namespace, nameSoFar(sent), true);
  if (resourceVersion !== undefined && resourceVersion !== '' && resourceVersion !== '0') {
    throw internal('resourceVersion should not be set on objects to be created');
  }
  const kept = omit(sent, SERVERS_OWN);
  const name = typeof sent.name === 'string' && sent.name !== '' ? sent.name : generated(core, info, namespace, sent);
  return { ...body, metadata: { ...kept, name, ...(namespace === undefined ? {} : { namespace }) } };
}

function generated(core: Core, info: ResourceInfo, namespace: string | undefined, meta: ObjectMeta): string {
  const prefix = meta.generateName ?? '';
  if (prefix === '') return '';
  const base = prefix.slice(0, 58);
  let name = '';
  for (let i = 0; i < NAME_TRIES; i++) {
    name = base + core.nameSuffix(keyOf(info.kind, namespace, prefix));
    if (core.store.get(keyOf(info.kind, namespace, name)) === undefined) break;
  }
  return name;
}
