/** A cluster in which the Deployment "web" is made after a second. */
import { cluster, create, NODES, web, type Act, type TestCluster } from './harness.ts';

export const made: Act = { at: 1, request: create(web(), 'deployments') };

export function deployed(acts: readonly Act[] = [], seed = 1, version: '1.34' | '1.35' = '1.35'): TestCluster {
  return cluster({ objects: NODES, acts: [made, ...acts], seed, version });
}
