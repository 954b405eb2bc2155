/** Who owns each line of an object's YAML: metadata.managedFields laid over what `kubectl get -o yaml` prints. */
import { compareBytes } from '../kernel/kernel.ts';
import type { Step } from '../kernel/kernel.ts';
import { ownershipAt as ownersAt } from '../components/apiserver/looking.ts';
import type { FieldOwner, PathStep } from '../components/apiserver/apiserver.ts';
import type { KubeObject } from '../model/objects.ts';
import type { OwnershipAnswer } from '../protocol/protocol.ts';
import { yamlLines, type LineStep } from '../scenario/yaml-lines.ts';
import type { Opened } from './core-engine.ts';
import { viewOf } from './views-at.ts';

export function ownershipAt({ cluster }: Opened, step: Step, key: string): OwnershipAnswer {
  const { world, apiServer } = cluster;
  const object = viewOf<KubeObject>(cluster, 'etcd', step).get(key);
  if (object === undefined) return { step, key, exists: false, owners: [], lines: [] };
  const owners = [...ownersAt(world, step, key, (tick) => apiServer.timestamp(tick))].sort(byTime);
  const trees = owners.map(({ paths }) => treeOf(paths));
  return {
    step,
    key,
    exists: true,
    owners: owners.map(({ manager, operation, subresource, time }) => ({ manager, operation, subresource, time })),
    lines: yamlLines(object).map(({ text, path, branch }) => ({
      text,
      owners: trees.flatMap((tree, i) => (owns(tree, path, branch) ? [i] : [])),
      branch,
      path: path.map(stepText).join(''),
    })),
  };
}

/** The order does not jump about as a later write comes in. */
const byTime = (a: FieldOwner, b: FieldOwner): number =>
  compareBytes(a.time, b.time) || compareBytes(a.manager, b.manager) || compareBytes(a.subresource, b.subresource);

/** Owned places, from the object's top. */
interface Tree {
  /** The place itself is named. */
  here: boolean;
  readonly fields: Map<string, Tree>;
  readonly entries: { readonly step: Exclude<PathStep, string>; readonly tree: Tree }[];
}

const newTree = (): Tree => ({ here: false, fields: new Map(), entries: [] });

function treeOf(paths: FieldOwner['paths']): Tree {
  const root = newTree();
  for (const path of paths) {
    let at = root;
    for (const step of path) at = typeof step === 'string' ? fieldIn(at, step) : entryIn(at, step);
    at.here = true;
  }
  return root;
}

function fieldIn({ fields }: Tree, name: string): Tree {
  const known = fields.get(name);
  if (known !== undefined) return known;
  const fresh = newTree();
  fields.set(name, fresh);
  return fresh;
}

function entryIn({ entries }: Tree, step: Exclude<PathStep, string>): Tree {
  const text = JSON.stringify(step);
  const known = entries.find((entry) => JSON.stringify(entry.step) === text);
  if (known !== undefined) return known.tree;
  const tree = newTree();
  entries.push({ step, tree });
  return tree;
}

/** A place that is named and has nothing named below it is owned with all that it holds (an atomic list, a single value). */
const isWhole = ({ here, fields, entries }: Tree): boolean => here && fields.size === 0 && entries.length === 0;

function owns(root: Tree, path: readonly LineStep[], branch: boolean): boolean {
  let at = root;
  for (const step of path) {
    const next = typeof step === 'string' ? at.fields.get(step) : entryOf(at, step.value);
    if (next === undefined) return isWhole(at);
    at = next;
  }
  return at.here && (branch || isWhole(at));
}

const entryOf = ({ entries }: Tree, value: unknown): Tree | undefined =>
  entries.find(({ step }) => isEntry(step, value))?.tree;

function isEntry(step: Exclude<PathStep, string>, value: unknown): boolean {
  if ('=' in step) return JSON.stringify(step['=']) === JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  // The one key that has a default.
  return Object.entries(step).every(
    ([name, key]) => (fields[name] ?? (name === 'protocol' ? 'TCP' : undefined)) === key,
  );
}

/** ".spec.containers[0].image", as a person would ask jq for it. */
const stepText = (step: LineStep): string => (typeof step === 'string' ? `.${step}` : `[${String(step.index)}]`);
