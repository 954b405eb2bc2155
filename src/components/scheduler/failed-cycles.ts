/**
 * Pods of one template that fail on the same nodes fail alike: what one cycle came to holds for its brothers until something
 * changes. Upstream's opportunistic batching (v1.35) does as much for Pods that bind; here nothing but time is saved.
 */
import type { Container, Pod } from '../../model/objects.ts';
import type { Choose } from './framework.ts';
import type { CycleInput } from './types.ts';

interface Choices {
  readonly label: string;
  readonly count: number;
}

interface Known<R> {
  readonly record: R;
  readonly choices: readonly Choices[];
}

/** Where preemption looks first. Where it finds no node at all, that made no difference. */
const INDIFFERENT = 'preemption start';

/** @typeParam R what is remembered of a cycle */
export class FailedCycles<R> {
  private last: CycleInput | undefined;
  private readonly known = new Map<string, Known<R>>();

  /**
   * @param run the cycle, with a `choose` whose calls are heard
   * @param isPlain it found no node, whatever was chosen at random
   * @returns what `run` returns, or what it returned for a like Pod; the same is asked of `choose` either way
   */
  of(
    input: CycleInput,
    object: string,
    choose: Choose,
    run: (choose: Choose) => R,
    isPlain: (record: R) => boolean,
  ): R {
    const signature = signatureOf(input.pod);
    if (signature === undefined) return run(choose);
    if (this.last === undefined || !sameCluster(this.last, input)) this.known.clear();
    this.last = input;
    const known = this.known.get(signature);
    if (known !== undefined) {
      for (const { label, count } of known.choices) choose(label, object, count);
      return known.record;
    }
    const choices: Choices[] = [];
    const record = run((label, about, count) => {
      choices.push({ label, count });
      return choose(label, about, count);
    });
    if (isPlain(record) && choices.every(({ label }) => label === INDIFFERENT)) {
      this.known.set(signature, { record, choices });
    }
    return record;
  }
}

/** Nodes that have not changed are the same objects from one cycle to the next. */
function sameCluster(a: CycleInput, b: CycleInput): boolean {
  return (
    a.startIndex === b.startIndex &&
    a.others === b.others &&
    a.namespaceLabels === b.namespaceLabels &&
    a.assumedVolumes === b.assumedVolumes &&
    a.nodes.length === b.nodes.length &&
    a.nodes.every((node, i) => node === b.nodes[i])
  );
}

/** All of a Pod that a cycle looks at; undefined where it looks at more than its brothers share. */
function signatureOf(pod: Pod): string | undefined {
  const { metadata, spec, status } = pod;
  const volumes = (spec['volumes'] ?? []) as readonly object[];
  if ((status?.nominatedNodeName ?? '') !== '' || !volumes.every(isPlainVolume)) return undefined;
  if (spec['resourceClaims'] !== undefined) return undefined;
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  // The volume of a token has another name in each Pod.
  const { volumes: _, containers, initContainers, ...rest } = spec;
  const parts = [containers.map(withoutMounts), initContainers?.map(withoutMounts), rest];
  return JSON.stringify([metadata.namespace, metadata.labels, owner?.kind, owner?.name, ...parts]);
}

const withoutMounts = ({ volumeMounts: _, ...container }: Container & { readonly volumeMounts?: unknown }): object =>
  container;

/** No plugin cares where these are. */
const PLAIN_VOLUMES = ['projected', 'configMap', 'secret', 'emptyDir', 'downwardAPI'];

const isPlainVolume = (volume: object): boolean =>
  Object.keys(volume).every((key) => key === 'name' || PLAIN_VOLUMES.includes(key));
