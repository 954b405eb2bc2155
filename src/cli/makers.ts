import { controllerOf, deploymentBehind } from '../engine/fixes/owner.ts';
import { isPod } from '../engine/phase.ts';
import type { Engine } from '../engine/engine.ts';

/** What made a Pod, for people: the Deployment where a ReplicaSet stands between. */
export class Makers {
  constructor(private readonly engine: Engine) {}

  /** Is there an object of this key? */
  has(key: string): boolean {
    return this.engine.cluster.apiServer.get(key) !== undefined;
  }

  /** The same for Pods of one template; a Pod that nobody made names itself. */
  idOf(key: string): string {
    const object = this.engine.cluster.apiServer.get(key);
    return (object === undefined ? undefined : controllerOf(object)?.uid) ?? key;
  }

  /** "Deployment shop/web", or "Pod shop/web-1" of a Pod that nobody made. */
  nameOf(key: string): string {
    const object = this.engine.cluster.apiServer.get(key);
    const ref = object === undefined ? undefined : controllerOf(object);
    if (object === undefined || ref === undefined || !isPod(object)) return key.replace('/', ' ');
    const { kind, name } = deploymentBehind(ref, object) ?? ref;
    return `${kind} ${object.metadata.namespace ?? 'default'}/${name}`;
  }
}
