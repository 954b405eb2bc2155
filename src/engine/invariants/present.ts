/**
 * What is stored at a moment of a stream of writes, by id, by kind and by owner. An id is of one life of an object: a name that
 * is made again is another one.
 */
import type { KubeObject } from '../../model/objects.ts';

/** @returns the id of the object's controller, undefined without one */
export type OwnerOf = (id: string, object: KubeObject) => string | undefined;

const NOTHING: ReadonlySet<string> = new Set();

export class Present {
  private readonly objects = new Map<string, KubeObject>();
  private readonly byOwner = new Map<string, Set<string>>();
  private readonly byKind = new Map<string, Set<string>>();
  private readonly byNode = new Map<string, Set<string>>();
  private readonly nodes = new Map<string, string>();

  constructor(private readonly owner: OwnerOf) {}

  get(id: string): KubeObject | undefined {
    return this.objects.get(id);
  }

  entries(): Iterable<readonly [string, KubeObject]> {
    return this.objects.entries();
  }

  set(id: string, object: KubeObject): void {
    this.forget(id);
    this.objects.set(id, object);
    addTo(this.byKind, object.kind, id);
    if (object.kind === 'Node') this.nodes.set(object.metadata.name, id);
    const owner = this.owner(id, object);
    if (owner !== undefined) addTo(this.byOwner, owner, id);
    const node = nodeOf(object);
    if (node !== undefined) addTo(this.byNode, node, id);
  }

  delete(id: string): void {
    this.forget(id);
    this.objects.delete(id);
  }

  private forget(id: string): void {
    const before = this.objects.get(id);
    if (before === undefined) return;
    this.byKind.get(before.kind)?.delete(id);
    if (before.kind === 'Node') this.nodes.delete(before.metadata.name);
    const owner = this.owner(id, before);
    if (owner !== undefined) this.byOwner.get(owner)?.delete(id);
    const node = nodeOf(before);
    if (node !== undefined) this.byNode.get(node)?.delete(id);
  }

  private of(keys: ReadonlySet<string> | undefined): readonly KubeObject[] {
    return [...(keys ?? NOTHING)].flatMap((id) => this.objects.get(id) ?? []);
  }

  node(name: string): KubeObject | undefined {
    const id = this.nodes.get(name);
    return id === undefined ? undefined : this.objects.get(id);
  }

  owned(owner: string): readonly string[] {
    return [...(this.byOwner.get(owner) ?? NOTHING)];
  }

  /** Pods whose controller this is. */
  podsOf(owner: string): readonly KubeObject[] {
    return this.of(this.byOwner.get(owner)).filter(({ kind }) => kind === 'Pod');
  }

  ofKind(kind: string): readonly KubeObject[] {
    return this.of(this.byKind.get(kind));
  }

  podsOn(node: string): readonly KubeObject[] {
    return this.of(this.byNode.get(node));
  }
}

function nodeOf(object: KubeObject): string | undefined {
  if (object.kind !== 'Pod') return undefined;
  const { nodeName } = (object.spec ?? {}) as { readonly nodeName?: string };
  return nodeName === '' ? undefined : nodeName;
}

function addTo(index: Map<string, Set<string>>, of: string, id: string): void {
  let keys = index.get(of);
  if (keys === undefined) index.set(of, (keys = new Set()));
  keys.add(id);
}
