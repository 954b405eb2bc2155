/**
 * Objects of one resource that nobody controls, by namespace: what a controller may adopt (upstream: the index
 * "podControllerUID" under its orphans' key, pkg/controller/controller_utils.go, v1.37).
 */
import { compareBytes, type Collection, type World } from '../../kernel/kernel.ts';
import { namespacedName, type KubeObject } from '../../model/objects.ts';
import type { SharedInformer } from '../informer/informer.ts';
import { controllerOf } from './owner.ts';

export class Orphans {
  private readonly keys: Collection<number>;
  /** Derived: keys by namespace. */
  private readonly byNamespace = new Map<string, Set<string>>();

  constructor(
    world: World,
    controller: string,
    private readonly informer: SharedInformer,
  ) {
    this.keys = world.collection(`controllers/${controller}/orphans`);
    world.onRestore(`controllers ${controller} orphans`, () => {
      this.rebuild();
    });
  }

  private rebuild(): void {
    this.byNamespace.clear();
    for (const key of this.keys.keys()) this.setOf(key).add(key);
  }

  private setOf(key: string): Set<string> {
    const namespace = key.slice(0, Math.max(0, key.indexOf('/')));
    let keys = this.byNamespace.get(namespace);
    if (keys === undefined) {
      keys = new Set();
      this.byNamespace.set(namespace, keys);
    }
    return keys;
  }

  /** Set-up: all that the cache holds. */
  prime(): void {
    for (const object of this.informer.indexer.list()) this.note(object);
  }

  /** From a handler: the object is there, as given. */
  note(object: KubeObject): void {
    const key = namespacedName(object);
    if (controllerOf(object) !== undefined) {
      this.drop(object);
      return;
    }
    this.keys.set(key, 1);
    this.setOf(key).add(key);
  }

  drop(object: KubeObject): void {
    const key = namespacedName(object);
    if (this.keys.delete(key)) this.setOf(key).delete(key);
  }

  /** As the cache has them now, sorted by key. */
  in(namespace: string): readonly KubeObject[] {
    const keys = [...(this.byNamespace.get(namespace) ?? [])].sort(compareBytes);
    return keys
      .flatMap((key) => this.informer.indexer.get(key) ?? [])
      .filter((object) => controllerOf(object) === undefined);
  }
}
