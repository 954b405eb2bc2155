import type { Step } from '../kernel/kernel.ts';
import type { Cluster } from './create-cluster.ts';

/**
 * A look at what would come right after `step`, on a branch that is thrown away. Nobody else does anything there: what the
 * timeline is to do after `step` is not done, for the question is what comes of the cluster as it is, and of what `look`
 * carries out.
 */
export function trial<T>({ world, kubectl }: Pick<Cluster, 'world' | 'kubectl'>, step: Step, look: () => T): T {
  return world.lookAhead(step, () => kubectl.alone(look));
}
