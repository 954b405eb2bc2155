/**
 * What the items of a list of an object are known by, so that two versions of it can be compared item by item: upstream's
 * merge keys (`listMapKey` in staging/src/k8s.io/api, v1.37), and where a list has none, or one that does not tell its items
 * apart, what validation or the component that reads it takes for the same item.
 */

type Fields = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const together = (first: unknown, by: string, second: unknown): string =>
  text(second) === '' ? text(first) : text(first) + by + text(second);

const expression = ({ key, operator }: Fields): string => together(key, ' ', operator);

/** Names of ports are told apart by validation; without one it is the number with its protocol. */
const port = ({ name, containerPort, port: number, protocol }: Fields): string =>
  text(name) === '' ? together(containerPort ?? number, '/', protocol ?? 'TCP') : text(name);

/** A HorizontalPodAutoscaler asks for several of one type. */
function metric({ type, ...sources }: Fields): string {
  const [source] = Object.values(sources) as (Fields | undefined)[];
  return together(type, ' ', source?.['name'] ?? (source?.['metric'] as Fields | undefined)?.['name']);
}

const firstOf = (list: unknown): string => (Array.isArray(list) ? text(list[0]) : '');

/** By the name of the list. */
const NAMES: Readonly<Record<string, (item: Fields) => string>> = {
  taints: ({ key, effect }) => together(key, ':', effect),
  // MatchToleration: staging/src/k8s.io/api/core/v1/toleration.go.
  tolerations: ({ key, value, effect }) => together(together(text(key) === '' ? '*' : key, '=', value), ':', effect),
  ports: port,
  topologySpreadConstraints: ({ topologyKey, whenUnsatisfiable }) => together(topologyKey, ':', whenUnsatisfiable),
  matchExpressions: expression,
  matchFields: expression,
  volumeMounts: ({ mountPath }) => text(mountPath),
  volumeDevices: ({ devicePath }) => text(devicePath),
  items: ({ key, path }) => together(key, ' ', path),
  ownerReferences: ({ kind, name }) => together(kind, '/', name),
  onPodConditions: ({ type, status }) => together(type, '=', status),
  // A machine has two of one type where it speaks IPv4 and IPv6.
  addresses: ({ type, address }) => together(type, ' ', address),
  metrics: metric,
  currentMetrics: metric,
  endpoints: ({ addresses }) => firstOf(addresses),
  images: ({ names }) => firstOf(names),
};

/** Lists of words in which an order says nothing: each word is its own name. */
const SETS: ReadonlySet<string> = new Set(['finalizers', 'accessModes', 'values', 'scopes', 'volumesInUse']);

const USUAL = ['type', 'name', 'key', 'uid', 'ip', 'conditionType', 'resourceName'];

function usual(item: Fields): string {
  const key = USUAL.find((one) => text(item[one]) !== '');
  return key === undefined ? '' : text(item[key]);
}

/**
 * One name an item, all different, which depend on this list alone: where two are known by the same, the second has a number.
 *
 * @param list its name in the object: "taints". @returns places ("0", "1", …) where some item has nothing to be known by
 */
export function itemNames(list: string, items: readonly unknown[]): string[] {
  const names = items.map((item) => nameOf(list, item));
  if (names.includes('')) return items.map((_, i) => String(i));
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} #${String(times)}`;
  });
}

function nameOf(list: string, item: unknown): string {
  if (typeof item !== 'object' || item === null) return SETS.has(list) ? text(item) : '';
  const fields = item as Fields;
  return Object.hasOwn(NAMES, list) ? (NAMES[list]?.(fields) ?? '') : usual(fields);
}
