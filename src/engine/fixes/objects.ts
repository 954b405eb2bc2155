/** Objects that the Pod names and nobody made: claims, and the classes that they name. */
import type { KubeObject, PodSpec, ResourceList } from '../../model/objects.ts';
import type { Diagnosis } from './diagnosis.ts';
import { isSlip, nearest } from './nearest.ts';
import { changeObject, createObject, draftedPod, editPod } from './situation.ts';
import type { Draft, Edit, Situation } from './situation.ts';

const CLAIM = 'PersistentVolumeClaim';
const CLASS = 'StorageClass';
const VOLUME = 'PersistentVolume';
const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed';
const CLAIM_SIZE = '1Gi';

interface Mount {
  readonly persistentVolumeClaim?: { readonly claimName: string };
}

interface StorageClass extends KubeObject {
  readonly provisioner?: string;
  readonly volumeBindingMode?: string;
}

const VOLUME_PLUGINS = ['VolumeBinding', 'VolumeRestrictions'];

export function proposeObjects(situation: Situation, draft: Draft, { everywhere, nodes }: Diagnosis): Edit[] {
  const blocks = (plugin: string): boolean => everywhere.has(plugin) || nodes.some((n) => n.obstacles.has(plugin));
  if (!VOLUME_PLUGINS.some(blocks)) return [];
  const { cluster, pod } = situation;
  if (!cluster.apiServer.knows(CLAIM)) return [];
  const namespace = pod.metadata.namespace ?? 'default';
  const changed = new Map(draft.changed);
  const objects = [...objectsOf(situation).map((o) => changed.get(o) ?? o), ...draft.created];
  const claims = objects.filter((o): o is Claim => o.kind === CLAIM && o.metadata.namespace === namespace);
  const names = new Set(claims.map(({ metadata }) => metadata.name));
  const missing = claimNames(draftedPod(situation, draft).spec).filter((name) => !names.has(name));
  const classes = objects.filter(({ kind }) => kind === CLASS) as StorageClass[];
  return [
    ...missing.flatMap((name) => mendClaim(name, names)),
    ...missing.flatMap((name) => createClaim(name, namespace, classes)),
    ...claims.flatMap((claim) => mendClass(claim, classes, pod.spec)),
    ...claims.flatMap((claim) => createClass(claim, classes, pod.spec)),
    ...claims.flatMap((claim) => createVolume(claim, pod.spec, situation)),
  ];
}

const objectsOf = ({ objects }: Situation): KubeObject[] => [...objects.entries()].map(([, object]) => object);

const volumesOf = (spec: PodSpec): readonly Mount[] => (spec['volumes'] ?? []) as readonly Mount[];

const claimNames = (spec: PodSpec): string[] =>
  volumesOf(spec).flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);

function mendClaim(name: string, names: ReadonlySet<string>): Edit[] {
  const near = nearest(name, names);
  if (near === undefined || !isSlip(name, near)) return [];
  const { word } = near;
  return [
    {
      code: 'mend-claim',
      params: { from: name, to: word },
      cost: 10 + near.distance,
      change: editPod((spec) => ({
        ...spec,
        volumes: volumesOf(spec).map((volume) =>
          volume.persistentVolumeClaim?.claimName === name
            ? { ...volume, persistentVolumeClaim: { ...volume.persistentVolumeClaim, claimName: word } }
            : volume,
        ),
      })),
    },
  ];
}

/** Of a class that waits for the Pod, if there is one: it then gets its volume where the Pod goes. */
function createClaim(name: string, namespace: string, classes: readonly StorageClass[]): Edit[] {
  const waits = classes.find((c) => c.volumeBindingMode === 'WaitForFirstConsumer') ?? classes[0];
  const storageClassName = waits?.metadata.name;
  if (storageClassName === undefined) return [];
  const claim: KubeObject = {
    apiVersion: 'v1',
    kind: CLAIM,
    metadata: { name, namespace },
    spec: { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage: CLAIM_SIZE } } },
  };
  const params = { claim: name, class: storageClassName, size: CLAIM_SIZE };
  return [{ code: 'create-claim', params, cost: 15, change: createObject(claim) }];
}

interface Claim extends KubeObject {
  readonly spec?: {
    readonly storageClassName?: string;
    readonly volumeName?: string;
    readonly accessModes?: readonly string[];
    readonly resources?: { readonly requests?: ResourceList };
  };
}

/** The class that an unbound claim of the Pod names and that is not there. */
function missingClass(claim: Claim, classes: readonly StorageClass[], spec: PodSpec): string | undefined {
  const name = claim.spec?.storageClassName ?? '';
  const named = claimNames(spec).includes(claim.metadata.name);
  if (!named || name === '' || (claim.spec?.volumeName ?? '') !== '') return undefined;
  return classes.some(({ metadata }) => metadata.name === name) ? undefined : name;
}

/** A claim's spec is fixed once it is made, so it is made anew; one that is bound has data and stays. */
function mendClass(claim: Claim, classes: readonly StorageClass[], spec: PodSpec): Edit[] {
  const name = missingClass(claim, classes, spec);
  const names = classes.map(({ metadata }) => metadata.name);
  const near = name === undefined ? undefined : nearest(name, names);
  if (name === undefined || near === undefined || !isSlip(name, near)) return [];
  const meant = classes.find(({ metadata }) => metadata.name === near.word);
  const after: Claim = { ...claim, spec: { ...claim.spec, storageClassName: near.word } };
  const storage = claim.spec?.resources?.requests?.['storage'];
  const change = changeObject(claim, after);
  const waits = meant?.volumeBindingMode === 'WaitForFirstConsumer' || storage === undefined;
  return [
    {
      code: 'mend-class',
      params: { claim: claim.metadata.name, from: name, to: near.word },
      cost: 10 + near.distance,
      // A class that does not wait for the Pod brings the volume before.
      change: waits
        ? change
        : (draft) => ({
            ...change(draft),
            expected: [...draft.expected, ...boundTo(after, volumeFor(after, storage))],
          }),
    },
  ];
}

/** That class, made like one that is there. */
function createClass(claim: Claim, classes: readonly StorageClass[], spec: PodSpec): Edit[] {
  const name = missingClass(claim, classes, spec);
  if (name === undefined) return [];
  const like = classes.find((c) => c.volumeBindingMode === 'WaitForFirstConsumer') ?? classes[0];
  const object: KubeObject = {
    apiVersion: 'storage.k8s.io/v1',
    kind: CLASS,
    metadata: { name },
    ...{ provisioner: like?.provisioner ?? 'rancher.io/local-path', reclaimPolicy: 'Delete' },
    ...{ volumeBindingMode: 'WaitForFirstConsumer' },
  };
  const params = { class: name, claim: claim.metadata.name };
  return [{ code: 'create-class', params, cost: 16, change: createObject(object) }];
}

/** A volume of just what the claim asks for; the volume controller then binds the two. */
function createVolume(claim: Claim, spec: PodSpec, { cluster }: Situation): Edit[] {
  const { name } = claim.metadata;
  const storage = claim.spec?.resources?.requests?.['storage'];
  const wanted = claimNames(spec).includes(name) && (claim.spec?.volumeName ?? '') === '' && storage !== undefined;
  if (!wanted || !cluster.apiServer.knows(VOLUME)) return [];
  const volume = volumeFor(claim, storage);
  return [
    {
      code: 'create-volume',
      params: { volume: volume.metadata.name, claim: name, size: String(storage) },
      cost: 35,
      change: (draft) => ({
        ...draft,
        created: [...draft.created, volume],
        expected: [...draft.expected, ...boundTo(claim, volume)],
      }),
    },
  ];
}

interface Volume extends KubeObject {
  readonly spec: object;
}

function volumeFor(claim: Claim, storage: string | number): Volume {
  const { name, namespace = 'default' } = claim.metadata;
  const { storageClassName = '', accessModes = ['ReadWriteOnce'] } = claim.spec ?? {};
  return {
    apiVersion: 'v1',
    kind: VOLUME,
    metadata: { name: `${namespace}-${name}` },
    spec: { capacity: { storage }, accessModes, storageClassName, hostPath: { path: `/srv/${namespace}-${name}` } },
  };
}

/** Claim and volume as the volume controller would leave them. */
function boundTo(claim: Claim, volume: Volume): KubeObject[] {
  const { name, namespace = 'default', uid = '', annotations } = claim.metadata;
  const claimRef = { kind: CLAIM, apiVersion: 'v1', name, namespace, uid };
  return [
    {
      ...claim,
      metadata: { ...claim.metadata, annotations: { ...annotations, [BIND_COMPLETED]: 'yes' } },
      spec: { ...claim.spec, volumeName: volume.metadata.name },
      status: { phase: 'Bound' },
    },
    { ...volume, spec: { ...volume.spec, claimRef }, status: { phase: 'Bound' } },
  ];
}

/** Claims of the Pod that have no volume: nobody here provisions one. */
export function unboundClaims(situation: Situation): string[] {
  const namespace = situation.pod.metadata.namespace ?? 'default';
  return claimNames(situation.pod.spec).filter((name) => {
    const claim = situation.objects.get(`${CLAIM}/${namespace}/${name}`) as Claim | undefined;
    return claim !== undefined && (claim.spec?.volumeName ?? '') === '';
  });
}
