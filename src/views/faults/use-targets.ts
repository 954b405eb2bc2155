/** What there is to break at the step shown. */
import { useLayout, usePlayback, useShell, useView } from '../kit/shell.ts';
import { faultWords, type FaultWords } from '../../derive/words/faults.ts';
import type { InformersAnswer } from '../../protocol/protocol.ts';
import { useAsk } from '../kit/use-ask.ts';
import type { FaultTarget } from './fault-table.ts';

export const useFaultWords = (): FaultWords => faultWords(useLayout((s) => s.language));

const API_SERVER: FaultTarget = { id: 'kube-apiserver', kind: 'api-server', name: 'kube-apiserver', watches: [] };
/** What a kubelet watches that can be told apart. */
const KUBELET_WATCHES = ['pods'];

/** Undefined until it is known. */
export function useTargets(): readonly FaultTarget[] | undefined {
  const { run } = useShell();
  const step = usePlayback((s) => s.step);
  const view = useView(step);
  const informers = useAsk(run === undefined ? undefined : `${String(run.id)}:${String(step)}`, () =>
    run === undefined ? Promise.resolve(undefined) : run.informers(step),
  );
  if (informers === undefined || view === undefined) return undefined;
  return targetsOf(
    informers,
    view.nodes.map(({ name }) => name),
  );
}

function targetsOf({ rows }: InformersAnswer, nodes: readonly string[]): readonly FaultTarget[] {
  const watches = new Map<string, string[]>();
  for (const { process, resource } of rows) watches.set(process, [...(watches.get(process) ?? []), resource]);
  const processes = [...watches].map(([name, all]): FaultTarget => ({ id: name, kind: 'process', name, watches: all }));
  return [
    API_SERVER,
    ...processes,
    ...nodes.map((name): FaultTarget => ({ id: `node ${name}`, kind: 'node', name, watches: [] })),
    ...processes.map((process): FaultTarget => ({ ...process, id: `line ${process.name}`, kind: 'line' })),
    ...nodes.map((node): FaultTarget => {
      const name = `kubelet ${node}`;
      return { id: `line ${name}`, kind: 'line', name, watches: KUBELET_WATCHES };
    }),
  ];
}
