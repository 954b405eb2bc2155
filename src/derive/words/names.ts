import type { Lang } from './lang.ts';

/** The parts of a store key: "Pod/default/web-1" or "Node/node-a". Anything else is all name. */
export interface KeyParts {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export function keyParts(key: string): KeyParts {
  const [a = '', b, c] = key.split('/');
  if (c !== undefined) return { kind: a, namespace: b ?? '', name: c };
  if (b !== undefined)
    return /^[A-Z]/.test(a) ? { kind: a, namespace: '', name: b } : { kind: '', namespace: a, name: b };
  return { kind: '', namespace: '', name: key };
}

/** "Pod web-1"; the namespace is said only where it is not "default". Same in both languages. */
export function objectName(key: string): string {
  const { kind, namespace, name } = keyParts(key);
  const full = namespace === '' || namespace === 'default' ? name : `${namespace}/${name}`;
  // A name that the api-server is still to complete ends in "*".
  const shown = full.replace(/\*$/, '…');
  return kind === '' ? shown : `${kind} ${shown}`;
}

const LONG = 16;

/** A long name loses its middle, never its end: "web-…-m4tzd". */
export function shortName(name: string): string {
  if (name.length <= LONG) return name;
  const tail = name.slice(name.lastIndexOf('-') + 1).slice(-10);
  const head = name.slice(0, Math.max(3, LONG - tail.length - 5)).replace(/-.*$/, '');
  return `${head}-…-${tail}`;
}

/** The key with a short name, where the whole name is near. */
export function shortKey(key: string): string {
  const at = key.lastIndexOf('/') + 1;
  return key.startsWith('Pod/') ? key.slice(0, at) + shortName(key.slice(at)) : key;
}

interface Actor {
  readonly en: string;
  readonly ja: string;
}

const ACTORS: Readonly<Record<string, Actor>> = {
  'kube-scheduler': { en: 'the scheduler', ja: 'スケジューラー' },
  'kube-apiserver': { en: 'the api-server', ja: 'api-server' },
  'api-server': { en: 'the api-server', ja: 'api-server' },
  'kube-controller-manager': { en: 'the controller manager', ja: 'controller-manager' },
  deployment: { en: 'the Deployment controller', ja: 'Deployment コントローラー' },
  replicaset: { en: 'the ReplicaSet controller', ja: 'ReplicaSet コントローラー' },
  daemonset: { en: 'the DaemonSet controller', ja: 'DaemonSet コントローラー' },
  statefulset: { en: 'the StatefulSet controller', ja: 'StatefulSet コントローラー' },
  'horizontal-pod-autoscaler': { en: 'the horizontal autoscaler', ja: 'horizontal autoscaler' },
  horizontalpodautoscaler: { en: 'the horizontal autoscaler', ja: 'horizontal autoscaler' },
  job: { en: 'the Job controller', ja: 'Job コントローラー' },
  cronjob: { en: 'the CronJob controller', ja: 'CronJob コントローラー' },
  'ttl-after-finished': { en: 'the TTL-after-finished controller', ja: 'TTL-after-finished コントローラー' },
  'persistentvolume-binder': { en: 'the PersistentVolume binder', ja: 'PersistentVolume バインダー' },
  garbagecollector: { en: 'the garbage collector', ja: 'ガベージコレクター' },
  nodelifecycle: { en: 'the Node lifecycle controller', ja: 'Node lifecycle コントローラー' },
  nodehealth: { en: 'the Node lifecycle controller', ja: 'Node lifecycle コントローラー' },
  noexecute: { en: 'the Node lifecycle controller', ja: 'Node lifecycle コントローラー' },
  'node-lifecycle': { en: 'the Node lifecycle controller', ja: 'Node lifecycle コントローラー' },
  resourcequota: { en: 'the ResourceQuota controller', ja: 'ResourceQuota コントローラー' },
  namespace: { en: 'the Namespace controller', ja: 'Namespace コントローラー' },
  serviceaccount: { en: 'the ServiceAccount controller', ja: 'ServiceAccount コントローラー' },
  ttl: { en: 'the TTL controller', ja: 'TTL コントローラー' },
  podgc: { en: 'the Pod garbage collector', ja: 'Pod ガベージコレクター' },
  'pod-garbage-collector': { en: 'the Pod garbage collector', ja: 'Pod ガベージコレクター' },
};

/** Who: "the scheduler", "the kubelet of node-a"; a name that is not known stays as it is. */
export function actor(subject: string, lang: Lang): string {
  const known = ACTORS[subject] ?? ACTORS[subject.replace(/-controller$/, '')];
  if (known !== undefined) return known[lang];
  // Somebody who writes under a name of its own: "kubectl argo".
  const manager = /^kubectl (.+)$/.exec(subject)?.[1];
  if (manager !== undefined) return lang === 'ja' ? `kubectl（${manager}）` : `kubectl as ${manager}`;
  const node = /^kubelet[ /](\S+)$/.exec(subject)?.[1];
  if (node !== undefined) return lang === 'ja' ? `${node} の kubelet` : `the kubelet of ${node}`;
  return subject;
}

/** "kube-scheduler pods" -> who watches, and what. */
export function watcher(subject: string): { readonly who: string; readonly what: string } {
  const words = subject.split(' ');
  const last = words[words.length - 1] ?? '';
  if (words.length < 2 || !/^[a-z]+s$/.test(last) || (words[0] === 'kubelet' && words.length === 2)) {
    return { who: subject, what: '' };
  }
  return { who: words.slice(0, -1).join(' '), what: last };
}

/** A sentence begins with a capital, unless its first word is a name that is written small (kubectl, node-a). */
export const sentenceCase = (text: string): string =>
  /^(?:the|a|no|what|container) /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
