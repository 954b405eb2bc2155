/** The node lifecycle controller: its three loops and what they hear of Nodes: pkg/controller/nodelifecycle (v1.37). */
import type { KubeObject } from '../../../model/objects.ts';
import type { Controller, ControllerDeps } from '../controllers.ts';
import { isNode } from '../kinds.ts';
import { HealthMonitor } from './monitor.ts';
import { NoExecuteTaints } from './no-execute.ts';
import { NoScheduleTaints, SUBJECT, wanted } from './no-schedule.ts';
import { readyStatus } from './taints.ts';
import type { Zone } from './zones.ts';

export function createNodeLifecycleController(deps: ControllerDeps): Controller {
  const nodes = deps.informer('nodes');
  const zones = deps.world.collection<Zone>('controllers/nodelifecycle/zones');
  const noSchedule = new NoScheduleTaints(deps);
  const noExecute = new NoExecuteTaints(deps, zones);
  const monitor = new HealthMonitor(deps, zones, noExecute);
  nodes.addEventHandler(SUBJECT, {
    concerns: (before, after) => before === undefined || after === undefined || matters(before, after),
    onAdd: (node) => {
      noSchedule.seen(node);
      monitor.added(node);
    },
    onUpdate: (before, after) => {
      noSchedule.seen(after);
      if (readiness(before) !== readiness(after)) monitor.changed(after);
    },
    onDelete: (node) => {
      monitor.deleted(node);
    },
  });
  return {
    name: 'nodelifecycle',
    prime: () => {
      for (const node of nodes.indexer.list()) noSchedule.seen(node);
      monitor.prime();
    },
  };
}

const readiness = (node: KubeObject): string | undefined => (isNode(node) ? readyStatus(node) : undefined);

const matters = (before: KubeObject, after: KubeObject): boolean =>
  wanted(after) !== undefined || readiness(before) !== readiness(after);
