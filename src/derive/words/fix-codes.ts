/** Codes of edits, of what a node lacks, and of why there is no fix; and the shape of the tables that say them. */
export const FIX_CODES = [
  // Edits.
  'lower-request',
  'mend-label',
  'mend-label-key',
  'mend-selector',
  'mend-claim',
  'mend-class',
  'mend-toleration',
  'mend-topology-key',
  'mend-resource',
  'mend-scheduler-name',
  'mend-priority-class',
  'mend-service-account',
  'remove-gates',
  'create-claim',
  'create-class',
  'create-volume',
  'create-priority-class',
  'create-service-account',
  'raise-quota',
  'raise-max-skew',
  'lower-min-domains',
  'uncordon',
  'add-toleration',
  'label-node',
  'change-host-port',
  'relax-spread',
  'relax-affinity',
  'relax-anti-affinity',
  'drop-selector',
  'drop-affinity',
  'remove-taint',
  'add-node',
  'move-pods',
  'delete-pods',
  'raise-priority',
  // Why there is none.
  'no-such-pod',
  'finished',
  'bound',
  'terminating',
  'binds-by-itself',
  'no-nodes',
  'nodes-not-ready',
  'needs-kinds',
  'unbound-claims',
  'resource-claims',
  'not-proved',
  'nothing-helps',
  'refused',
  // What a node lacks.
  'short',
  'taint',
  'cordoned',
  'label',
  'label-rule',
  'port',
  'no-domain',
  'skew',
  'affinity',
  'anti-affinity',
  'existing-anti-affinity',
] as const;
export type FixCode = (typeof FIX_CODES)[number];

export type FixParams = Readonly<Record<string, string | number>>;
export type FixTable = Readonly<Record<FixCode, (params: FixParams) => string>>;

export const str = (params: FixParams, key: string): string => String(params[key] ?? '');
export const num = (params: FixParams, key: string): number => Number(params[key] ?? 0);
/** Lists travel as one text, comma separated. */
export const list = (params: FixParams, key: string): string[] =>
  str(params, key)
    .split(',')
    .filter((part) => part !== '');
/** Two lists side by side: "cpu 4 -> 3900m". */
export const rows = (params: FixParams, ...keys: readonly string[]): string[][] =>
  list(params, keys[0] ?? '').map((_, i) => keys.map((key) => list(params, key)[i] ?? ''));

const MEBI = 1024 * 1024;
const BYTES = /^(?:memory|ephemeral-storage|hugepages-)/;

/** An amount in the scheduler's base unit: "3900m" of cpu, "512Mi" of memory. */
export function amount(resource: string, n: number): string {
  if (resource === 'cpu') return `${String(n)}m`;
  if (!BYTES.test(resource)) return String(n);
  return Math.abs(n) < MEBI ? String(n) : `${String(Math.round(n / MEBI))}Mi`;
}
