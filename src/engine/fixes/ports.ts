/** A host port that nobody holds. */
import type { Container, ContainerPort, PodSpec } from '../../model/objects.ts';
import { blockedBy } from './diagnosis.ts';
import type { Diagnosis } from './diagnosis.ts';
import { draftedPod, editPod } from './situation.ts';
import type { Draft, Edit, Situation } from './situation.ts';

const PORT_MAX = 65_535;

export function proposePorts(situation: Situation, draft: Draft, diagnosis: Diagnosis): Edit[] {
  const blocked = blockedBy(diagnosis, 'NodePorts');
  if (blocked.length === 0) return [];
  const { spec } = draftedPod(situation, draft);
  const taken = new Set(situation.pods.flatMap((pod) => hostPorts(pod.spec)));
  const conflicts = hostPorts(spec).filter((port) =>
    blocked.some(({ from }) => from.pods.some((other) => hostPorts(other.spec).includes(port))),
  );
  const moves = [...new Set(conflicts)].map((port) => ({ port, to: freePort(port, taken) }));
  const [first] = moves;
  if (first === undefined || moves.some(({ to }) => to === undefined)) return [];
  return [
    {
      code: 'change-host-port',
      params: { from: moves.map(({ port }) => port).join(','), to: moves.map(({ to }) => to ?? 0).join(',') },
      cost: 40,
      change: editPod((from) => moves.reduce((s, { port, to = port }) => renumbered(s, port, to), from)),
    },
  ];
}

/** Host ports by number: with the node's address and protocol they may not clash, so this errs on the safe side. */
export const hostPorts = ({ containers, initContainers = [] }: PodSpec): number[] =>
  [...containers, ...initContainers].flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort }) => (hostPort === undefined || hostPort === 0 ? [] : [hostPort])),
  );

function freePort(port: number, taken: ReadonlySet<number>): number | undefined {
  for (let next = port + 1; next <= PORT_MAX; next++) if (!taken.has(next)) return next;
  return undefined;
}

function renumbered(spec: PodSpec, port: number, to: number): PodSpec {
  // On the host's network a container listens on the very port of the host.
  const move = (p: ContainerPort): ContainerPort =>
    p.hostPort === port ? { ...p, hostPort: to, ...(spec.hostNetwork === true ? { containerPort: to } : {}) } : p;
  const inContainer = (c: Container): Container => (c.ports === undefined ? c : { ...c, ports: c.ports.map(move) });
  const { initContainers } = spec;
  return {
    ...spec,
    containers: spec.containers.map(inContainer),
    ...(initContainers === undefined ? {} : { initContainers: initContainers.map(inContainer) }),
  };
}
