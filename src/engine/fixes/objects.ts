/** Objects that the Pod names and nobody made: claims, and the classes that they name. */
import type { KubeObject, PodSpec } from '../../model/objects.ts';
import type { Diagnosis } from './diagnosis.ts';
import { isSlip, nearest } from './nearest.ts';
import { createObject, draftedPod, editPod } from './situation.ts';
import type { Draft, Edit, Situation } from './situation.ts';

const CLAIM = 'PersistentVolumeClaim';
const CLASS = 'StorageClass';
const CLAIM_SIZE = '1Gi';

interface Volume {
  readonly persistentVolumeClaim?: { readonly claimName: string };
}

interface StorageClass extends KubeObject {
  readonly provisioner?: string;
  readonly volumeBindingMode?: string;
}

export function proposeObjects(situation: Situation, draft: Draft, { everywhere }: Diagnosis): Edit[] {
  if (!everywhere.has('VolumeBinding') && !everywhere.has('VolumeRestrictions')) return [];
  const { cluster, pod } = situation;
  if (!cluster.apiServer.knows(CLAIM)) return [];
  const namespace = pod.metadata.namespace ?? 'default';
  const objects = [...objectsOf(situation), ...draft.created];
  const claims = objects.filter((o): o is Claim => o.kind === CLAIM && o.metadata.namespace === namespace);
  const names = new Set(claims.map(({ metadata }) => metadata.name));
  const missing = claimNames(draftedPod(situation, draft).spec).filter((name) => !names.has(name));
  const classes = objects.filter(({ kind }) => kind === CLASS) as StorageClass[];
  return [
    ...missing.flatMap((name) => mendClaim(name, names)),
    ...missing.flatMap((name) => createClaim(name, namespace, classes)),
    ...claims.flatMap((claim) => createClass(claim, classes, pod.spec)),
  ];
}

const objectsOf = ({ objects }: Situation): KubeObject[] => [...objects.entries()].map(([, object]) => object);

const volumesOf = (spec: PodSpec): readonly Volume[] => (spec['volumes'] ?? []) as readonly Volume[];

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
  readonly spec?: { readonly storageClassName?: string; readonly volumeName?: string };
}

/** A class that a claim of the Pod names and that is not there; made like one that is. */
function createClass(claim: Claim, classes: readonly StorageClass[], spec: PodSpec): Edit[] {
  const name = claim.spec?.storageClassName ?? '';
  const named = claimNames(spec).includes(claim.metadata.name);
  if (!named || name === '' || (claim.spec?.volumeName ?? '') !== '') return [];
  if (classes.some(({ metadata }) => metadata.name === name)) return [];
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

/** Claims of the Pod that have no volume: nobody here provisions one. */
export function unboundClaims(situation: Situation): string[] {
  const namespace = situation.pod.metadata.namespace ?? 'default';
  return claimNames(situation.pod.spec).filter((name) => {
    const claim = situation.objects.get(`${CLAIM}/${namespace}/${name}`) as Claim | undefined;
    return claim !== undefined && (claim.spec?.volumeName ?? '') === '';
  });
}
