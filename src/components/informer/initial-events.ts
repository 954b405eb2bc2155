/** The temporary store of a watch-list (client-go tools/cache/reflector.go, watchList): what comes before the marked bookmark. */
import { compareBytes, type Collection, type World } from '../../kernel/kernel.ts';
import { namespacedName, type KubeObject } from '../../model/objects.ts';
import type { WatchEvent } from '../apiserver/apiserver.ts';
import { endsInitialEvents } from './reflector-reading.ts';

export class InitialEvents {
  private readonly items: Collection<KubeObject>;

  /** @param transform C-42; @returns undefined where it fails */
  constructor(
    world: World,
    id: string,
    private readonly transform: (object: KubeObject) => KubeObject | undefined,
  ) {
    this.items = world.collection<KubeObject>(`reflector ${id} initial`);
  }

  clear(): void {
    for (const key of [...this.items.keys()]) this.items.delete(key);
  }

  /** @returns with the marked bookmark all that came before it, sorted by key bytes; then it is empty again */
  take({ type, object }: WatchEvent): readonly KubeObject[] | undefined {
    if (type === 'BOOKMARK') return endsInitialEvents(object) ? this.drain() : undefined;
    const key = namespacedName(object);
    const transformed = this.transform(object);
    if (type === 'DELETED') this.items.delete(key);
    else if (transformed !== undefined) this.items.set(key, transformed);
    return undefined;
  }

  private drain(): readonly KubeObject[] {
    const entries = [...this.items.entries()].sort(([a], [b]) => compareBytes(a, b));
    this.clear();
    return entries.map(([, object]) => object);
  }
}
