/** Checks that the level restricted adds: k8s.io/pod-security-admission policy/check_*.go (v0.37). */
import { fieldsOf, isFields, listOf, textOf, type Fields } from './fields.ts';
import { addedBeyond, seccomp as baselineSeccomp } from './pod-security-baseline.ts';
import { named, offenders, plural, quoted, setters, sorted, type Check } from './pod-security-view.ts';

/** A Windows pod has none of these fields. */
export const exceptWindows =
  (check: Check): Check =>
  (pod) =>
    fieldsOf(pod.spec['os'])['name'] === 'windows' ? undefined : check(pod);

export const escalation: Check = (pod) => {
  const names = offenders(pod, (context) => context['allowPrivilegeEscalation'] !== false);
  if (names.length === 0) return undefined;
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${named(names)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

const MAY_ADD: ReadonlySet<string> = new Set(['NET_BIND_SERVICE']);

export const capabilities: Check = (pod) => {
  const keeping = offenders(pod, (context) => !listOf(fieldsOf(context['capabilities'])['drop']).includes('ALL'));
  const adding = offenders(pod, (context) => addedBeyond(context, MAY_ADD).length > 0);
  const added = sorted(pod.containers.flatMap(({ context }) => addedBeyond(context, MAY_ADD)));
  const wrong = [
    ...(keeping.length === 0 ? [] : [`${named(keeping)} must set securityContext.capabilities.drop=["ALL"]`]),
    ...(adding.length === 0
      ? []
      : [`${named(adding)} must not include ${quoted(added)} in securityContext.capabilities.add`]),
  ];
  return wrong.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: wrong.join('; ') };
};

const ALLOWED_VOLUMES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

/** In the order in which upstream looks for the type that it names. */
const OTHER_VOLUMES = (
  'hostPath gcePersistentDisk awsElasticBlockStore gitRepo nfs iscsi glusterfs rbd flexVolume cinder cephfs flocker fc ' +
  'azureFile vsphereVolume quobyte azureDisk photonPersistentDisk portworxVolume scaleIO storageos'
).split(' ');

export const volumes: Check = ({ spec, serverMinor }) => {
  // The source image came with the api-server 1.33, for all versions of the policy.
  const allowed = serverMinor >= 33 ? [...ALLOWED_VOLUMES, 'image'] : ALLOWED_VOLUMES;
  const has = (volume: Fields, type: string): boolean => isFields(volume[type]);
  const wrong = listOf(spec['volumes'])
    .map(fieldsOf)
    .filter((volume) => !allowed.some((type) => has(volume, type)));
  if (wrong.length === 0) return undefined;
  const types = sorted(wrong.map((volume) => OTHER_VOLUMES.find((type) => has(volume, type)) ?? 'unknown'));
  const names = wrong.map((volume) => textOf(volume['name']));
  const uses = `${plural('uses', 'use', names)} ${plural('restricted volume type', 'restricted volume types', types)}`;
  return {
    reason: 'restricted volume types',
    detail: `${plural('volume', 'volumes', names)} ${quoted(names)} ${uses} ${quoted(types)}`,
  };
};

export const nonRoot: Check = (pod) => {
  const reason = 'runAsNonRoot != true';
  const says = (context: Fields): unknown => context['runAsNonRoot'];
  const bySaying = setters(
    says(pod.own) === false,
    offenders(pod, (context) => says(context) === false),
  );
  if (bySaying !== '') return { reason, detail: `${bySaying} must not set securityContext.runAsNonRoot=false` };
  const silent = says(pod.own) === true ? [] : offenders(pod, (context) => says(context) !== true);
  if (silent.length === 0) return undefined;
  return { reason, detail: `pod or ${named(silent)} must set securityContext.runAsNonRoot=true` };
};

export const user: Check = (pod) => {
  const isRoot = (context: Fields): boolean => context['runAsUser'] === 0;
  const by = setters(isRoot(pod.own), offenders(pod, isRoot));
  return by === '' ? undefined : { reason: 'runAsUser=0', detail: `${by} must not set runAsUser=0` };
};

export const seccomp: Check = (pod) => {
  const explicit = baselineSeccomp(pod);
  if (explicit !== undefined) return explicit;
  const sets = (context: Fields): boolean => isFields(context['seccompProfile']);
  const silent = sets(pod.own) ? [] : offenders(pod, (context) => !sets(context));
  if (silent.length === 0) return undefined;
  const must = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return { reason: 'seccompProfile', detail: `pod or ${named(silent)} ${must}` };
};
