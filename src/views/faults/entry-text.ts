/** What was done to a branch, in a few words. */
import type { FaultWords } from '../../derive/words/faults.ts';
import type { ForkEntry } from '../../protocol/protocol.ts';

/** Fields of a verb's argument that name what it befalls. */
const TARGETS: ReadonlySet<string> = new Set(['client', 'clients', 'watch', 'process', 'node', 'nodes', 'name']);

interface Whole {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string };
}

/** Objects are named, and not written out. @returns undefined for what is none */
function objectsText(body: unknown): string | undefined {
  const all = (Array.isArray(body) ? body : [body]) as readonly (Whole | null | undefined)[];
  if (!all.every((one) => one?.metadata !== undefined)) return undefined;
  return all.map((one) => `${one?.kind ?? ''} ${one?.metadata?.name ?? ''}`.trim()).join(', ');
}

/** "kube-scheduler pods: is slow (2s, 30s)", "Node node-a-2: create". */
export function entryText({ verb, body, options = {} }: ForkEntry, words: FaultWords): string {
  const objects = objectsText(body);
  if (objects !== undefined) return `${objects}: ${words.faults[verb]?.short ?? verb}`;
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [['name', body] as const];
  const textsOf = (isTarget: boolean): readonly string[] =>
    fields
      .filter(([name]) => TARGETS.has(name) === isTarget)
      .flatMap(([, value]): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value]))
      .filter((value) => typeof value === 'string' || typeof value === 'number')
      .map(String);
  const target = textsOf(true).join(' ');
  const { for: duration } = options;
  const beside = [...textsOf(false), ...(typeof duration === 'string' ? [duration] : [])].join(', ');
  const name = target === '' && verb === 'compact' ? 'etcd' : target;
  const said = `${name === '' ? '' : `${name}: `}${words.faults[verb]?.short ?? verb}`;
  return beside === '' ? said : `${said} (${beside})`;
}
