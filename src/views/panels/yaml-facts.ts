/** The few fields of an object that a person asks for first, out of its YAML as the engine prints it. */

interface Open {
  readonly indent: number;
  readonly path: string;
}

const plain = (text: string): string =>
  text.startsWith("'") && text.endsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : text;

/**
 * Scalars by their path: "spec.replicas", "spec.taints.0.key". Reads the block style of scenario/print.ts, no other;
 * texts of several lines are left out.
 */
export function scalarsOf(yaml: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const stack: Open[] = [];
  const counts = new Map<string, number>();
  let blockIndent = -1;
  for (const line of yaml.split('\n')) {
    const indent = line.length - line.trimStart().length;
    if (line.trim() === '' || (blockIndent >= 0 && indent > blockIndent)) continue;
    blockIndent = -1;
    let [at, text] = [indent, line.trimStart()];
    while (text.startsWith('- ')) {
      while ((stack.at(-1)?.indent ?? -1) > at) stack.pop();
      // A list stands as deep as its key: the key stays open, an item before it closes.
      while (stack.at(-1)?.indent === at && counts.has(`item ${stack.at(-1)?.path ?? ''}`)) stack.pop();
      const list = stack.at(-1)?.path ?? '';
      const item = counts.get(list) ?? 0;
      counts.set(list, item + 1);
      counts.set(`item ${list}.${String(item)}`, 1);
      stack.push({ indent: at, path: `${list}.${String(item)}` });
      at += 2;
      text = text.slice(2);
    }
    const [, key = '', value = ''] = /^((?:'[^']*'|[^\s:'][^:]*)):(?: (.*))?$/.exec(text) ?? [];
    if (key === '') continue;
    while ((stack.at(-1)?.indent ?? -1) >= at) stack.pop();
    const above = stack.at(-1)?.path;
    const path = above === undefined ? plain(key) : `${above}.${plain(key)}`;
    if (value === '') stack.push({ indent: at, path });
    else if (/^[|>]/.test(value)) blockIndent = at;
    else found.set(path, plain(value));
  }
  return found;
}

/** "dedicated=gpu:NoSchedule", one for each taint of a node. */
export function taintsOf(scalars: ReadonlyMap<string, string>): readonly string[] {
  const taints: string[] = [];
  for (let i = 0; scalars.has(`spec.taints.${String(i)}.effect`); i++) {
    const field = (name: string): string => scalars.get(`spec.taints.${String(i)}.${name}`) ?? '';
    const value = field('value');
    taints.push(`${field('key')}${value === '' ? '' : `=${value}`}:${field('effect')}`);
  }
  return taints;
}

/** Ready and wanted, of whatever makes Pods; undefined for other kinds. */
export function replicasOf(kind: string, scalars: ReadonlyMap<string, string>): readonly [string, string] | undefined {
  const field = (path: string, otherwise: string): string => scalars.get(path) ?? otherwise;
  switch (kind) {
    case 'Deployment':
    case 'ReplicaSet':
    case 'StatefulSet':
    case 'ReplicationController':
      return [field('status.readyReplicas', '0'), field('spec.replicas', '1')];
    case 'DaemonSet':
      return [field('status.numberReady', '0'), field('status.desiredNumberScheduled', '0')];
    case 'Job':
      return [field('status.succeeded', '0'), field('spec.completions', '1')];
    default:
      return undefined;
  }
}

/** "RollingUpdate · maxSurge 25% · maxUnavailable 25%"; "" where the object says nothing. */
export function strategyOf(scalars: ReadonlyMap<string, string>): string {
  const parts: string[] = [];
  for (const [path, value] of scalars) {
    const [, name = ''] = /^spec\.(?:strategy|updateStrategy)\.(?:rollingUpdate\.)?(\w+)$/.exec(path) ?? [];
    if (name === 'type') parts.unshift(value);
    else if (name !== '') parts.push(`${name} ${value}`);
  }
  return parts.join(' · ');
}

const OTHERS_MAX = 8;

/** What an object of any other kind says first: the scalars of its spec, then of its status. */
export function othersOf(scalars: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  const of = (part: string): (readonly [string, string])[] => [...scalars].filter(([path]) => path.startsWith(part));
  return [...of('spec.'), ...of('status.'), ...of('data.')].slice(0, OTHERS_MAX);
}
