/** Flags of the control plane's processes that the product acts on, with upstream's defaults (cmd/kube-apiserver, kube-controller-manager, v1.37). */
export interface Flags {
  readonly defaultNotReadyTolerationSeconds: number;
  readonly defaultUnreachableTolerationSeconds: number;
  /** Seconds of silence after which a Node's conditions become Unknown (40 before 1.32). */
  readonly nodeMonitorGracePeriod: number;
  /** Ended Pods above this number are deleted. */
  readonly terminatedPodGcThreshold: number;
}

export const DEFAULT_FLAGS: Flags = {
  defaultNotReadyTolerationSeconds: 300,
  defaultUnreachableTolerationSeconds: 300,
  nodeMonitorGracePeriod: 50,
  terminatedPodGcThreshold: 12_500,
};

const BY_NAME: Readonly<Record<string, keyof Flags>> = {
  'default-not-ready-toleration-seconds': 'defaultNotReadyTolerationSeconds',
  'default-unreachable-toleration-seconds': 'defaultUnreachableTolerationSeconds',
  'node-monitor-grace-period': 'nodeMonitorGracePeriod',
  'terminated-pod-gc-threshold': 'terminatedPodGcThreshold',
};

const UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600 };

/** Whole seconds or a count: 20, "20", "20s", "5m". */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const [, digits, unit = ''] = /^(\d+)([smh]?)$/.exec(typeof value === 'string' ? value : '') ?? [];
  return digits === undefined ? undefined : Number(digits) * (UNITS[unit] ?? 1);
}

/**
 * Flags as a person writes them: "--name=value" in a list or a text, or by name (in camel case too), also under the name of a
 * process. What is not known is left out.
 */
export function readFlags(given: unknown): Partial<Flags> {
  if (typeof given === 'string') return Object.assign({}, ...given.split(/\s+/).map(ofText)) as Partial<Flags>;
  if (typeof given !== 'object' || given === null) return {};
  const parts = Array.isArray(given)
    ? given.map(readFlags)
    : Object.entries(given).map(([name, value]) => ofPair(name, value) ?? readFlags(value));
  return Object.assign({}, ...parts) as Partial<Flags>;
}

function ofText(text: string): Partial<Flags> {
  const at = text.indexOf('=');
  return at < 0 ? {} : (ofPair(text.slice(0, at), text.slice(at + 1)) ?? {});
}

function ofPair(name: string, value: unknown): Partial<Flags> | undefined {
  const flag = BY_NAME[name.replace(/^-+/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)];
  const number = numberOf(value);
  return flag === undefined || number === undefined ? undefined : { [flag]: number };
}
