/** What befalls containers, their probes and the machines under them: entries of a timeline that a kubelet carries out. */
import type { Handler, World } from '../kernel/kernel.ts';
import { EVENT, LANE } from '../model/events.ts';
import type { Kubelets, ScriptedProbe } from '../components/kubelet/kubelet.ts';
import { durationMicros } from '../scenario/duration.ts';
import { MACHINE_VERBS, type ExitBody, type PressureBody, type ProbeBody } from '../scenario/machine-verbs.ts';
import type { ApiServer } from '../components/apiserver/apiserver.ts';
import type { TimelineEntry } from '../scenario/scenario.ts';
import { missedContainer, missedNode, missedPod, missedUsers, type Missed } from './missed-targets.ts';

export interface MachineFaults {
  is(entry: TimelineEntry): boolean;
  /** Inside a pop that has not emitted: this is its event. @returns what was not there */
  begin(entry: TimelineEntry): Missed | undefined;
}

const DISK = 'nodefs.available';
/** Of a container that the kernel kills for its memory. */
const KILLED = 137;

type Ending = { readonly probe: ScriptedProbe } | { readonly press: PressureBody };

interface MachineDeps {
  readonly world: World;
  readonly apiServer: ApiServer;
  readonly kubelets: Kubelets;
}

export function createMachineFaults({ world, apiServer, kubelets }: MachineDeps): MachineFaults {
  const ended: Handler<Ending> = world.handler<Ending>('machine fault ended', (what) => {
    if ('probe' in what) {
      const { probe } = what;
      world.emit(EVENT['fault.ended'], { subject: podsOf(probe), detail: `probe ${probe.probe}` });
      kubelets.probe({ ...probe, result: probe.result === 'failure' ? 'success' : 'failure' });
      return;
    }
    const { node, signal = DISK } = what.press;
    // It may be over by itself: those that used it up are gone.
    if (!kubelets.isPressed(node, signal)) return;
    world.emit(EVENT['fault.ended'], { subject: node, detail: `fillDisk ${signal}` });
    kubelets.relieve(node, signal);
  });

  const endLater = (entry: TimelineEntry, what: Ending): void => {
    const micros = durationMicros(entry.options['for']);
    if (micros !== undefined) world.after(micros, LANE['api-server'], ended, what, { waiting: true });
  };

  const exit = (body: ExitBody): Missed | undefined => {
    const { pod, namespace = 'default', container, exitCode, reason } = body;
    const code = exitCode ?? (reason === 'OOMKilled' ? KILLED : 0);
    const which = { ...(container === undefined ? {} : { container }), ...(reason === undefined ? {} : { reason }) };
    const number = kubelets.exit({ pod, namespace, exitCode: code, ...which });
    const detail = ['containerExits', String(code), ...(reason === undefined ? [] : [reason])].join(' ');
    world.emit(EVENT['fault.began'], { subject: podsOf({ pod, namespace }), detail, number });
    return missedContainer(apiServer, body, number);
  };

  const probe = (entry: TimelineEntry): Missed | undefined => {
    const { pod, namespace = 'default', container, probe: type, result, output } = entry.body as ProbeBody;
    const rest = { ...(container === undefined ? {} : { container }), ...(output === undefined ? {} : { output }) };
    const script: ScriptedProbe = { pod, namespace, probe: type, result, ...rest };
    world.emit(EVENT['fault.began'], { subject: podsOf(script), detail: `probe ${type} ${result}` });
    kubelets.probe(script);
    endLater(entry, { probe: script });
    const missed = missedPod(apiServer, script);
    return missed === undefined
      ? undefined
      : { ...missed, message: `${missed.message}: it is for those that come later`, note: true };
  };

  const press = (entry: TimelineEntry): Missed | undefined => {
    const body = entry.body as PressureBody;
    const { node, signal = DISK, available, usage } = body;
    world.emit(EVENT['fault.began'], { subject: node, detail: `fillDisk ${signal}` });
    const rest = { ...(available === undefined ? {} : { available }), ...(usage === undefined ? {} : { usage }) };
    kubelets.press({ node, signal, ...rest });
    endLater(entry, { press: body });
    return missedNode(apiServer, node, kubelets.runs(node)) ?? missedUsers(apiServer, node, Object.keys(usage ?? {}));
  };

  return {
    is: ({ verb }) => Object.hasOwn(MACHINE_VERBS, verb),
    begin: (entry) => {
      if (entry.verb === 'containerExits') return exit(entry.body as ExitBody);
      return entry.verb === 'probe' ? probe(entry) : press(entry);
    },
  };
}

const podsOf = ({ pod, namespace }: { readonly pod: string; readonly namespace: string }): string =>
  `${namespace}/${pod}`;
