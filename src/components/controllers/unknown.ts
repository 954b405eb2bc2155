/**
 * A dump that lacks a kind says nothing about it: unknown is not empty. Objects that were observed along with such a gap
 * must not be acted on, or a controller would make what is there already.
 */
import type { Collection, World } from '../../kernel/kernel.ts';
import type { KubeObject } from '../../model/objects.ts';
import type { ApiServer } from '../apiserver/apiserver.ts';

export class UnknownKinds {
  private readonly observed: Collection<number>;

  /** @param needs kinds that the controller must see to act */
  constructor(
    world: World,
    private readonly apiServer: ApiServer,
    controller: string,
    private readonly needs: readonly string[],
  ) {
    // What the input left out stays left out, whoever dies.
    this.observed = world.group('', () => world.collection(`controllers/${controller}/observed`));
  }

  /** Set-up: these objects were observed; remembered only where a kind is unknown. */
  prime(objects: readonly KubeObject[]): void {
    if (this.needs.every((kind) => this.apiServer.knows(kind))) return;
    for (const { metadata } of objects) if (metadata.uid !== undefined) this.observed.set(metadata.uid, 1);
  }

  /** @returns the kind that is missing to act on `object`, undefined where all is known */
  missingFor({ metadata }: KubeObject): string | undefined {
    if (metadata.uid === undefined || !this.observed.has(metadata.uid)) return undefined;
    return this.needs.find((kind) => !this.apiServer.knows(kind));
  }
}
