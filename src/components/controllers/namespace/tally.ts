/** What a Namespace still holds after one round: deleteAllContent of pkg/controller/namespace/deletion (v1.37). Pure. */
import type { KubeObject } from '../../../model/objects.ts';
import type { ResourceInfo } from '../../../model/resources.ts';
import type { Leftovers } from './conditions.ts';

export interface Tally extends Leftovers {
  /** Seconds that the slowest may take. */
  readonly estimate: number;
}

export const NOTHING_LEFT: Tally = { resources: {}, finalizers: {}, errors: [], estimate: 0 };

export const hasLeftovers = ({ resources }: Tally): boolean => Object.keys(resources).length > 0;

const groupVersion = ({ apiVersion }: ResourceInfo): readonly [group: string, version: string] => {
  const [a = '', b] = apiVersion.split('/');
  return b === undefined ? ['', a] : [a, b];
};

interface Round {
  readonly info: ResourceInfo;
  readonly items: readonly KubeObject[];
  readonly estimate: number;
  readonly errors: readonly string[];
}

export function added(tally: Tally, { info, items, estimate, errors }: Round): Tally {
  const [group] = groupVersion(info);
  const finalizers: Record<string, number> = { ...tally.finalizers };
  for (const name of items.flatMap(({ metadata }) => metadata.finalizers ?? [])) {
    finalizers[name] = (finalizers[name] ?? 0) + 1;
  }
  return {
    resources: { ...tally.resources, [`${info.resource}.${group}`]: items.length },
    finalizers,
    errors: [...tally.errors, ...errors],
    estimate: Math.max(tally.estimate, estimate),
  };
}

/** Nothing holds them, and their time is over. */
export function unexpected(namespace: string, info: ResourceInfo): string {
  const [group, version] = groupVersion(info);
  return `unexpected items still remain in namespace: ${namespace} for gvr: ${group}/${version}, Resource=${info.resource}`;
}
