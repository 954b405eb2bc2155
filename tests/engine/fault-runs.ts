/** A small cluster with a Deployment, run to its rest with a timeline of faults. */
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import type { Frame } from '../../src/protocol/protocol.ts';

export interface Event {
  readonly step: number;
  readonly time: number;
  readonly kind: string;
  readonly subject: string;
  readonly object: string;
  readonly detail: string;
  readonly number: number;
}

export interface Ran {
  readonly engine: Engine;
  readonly events: readonly Event[];
  readonly digest: string;
}

/** @param entries of the timeline, one a line without the dash @param rest lines of the Scenario's spec */
export function runFaults(entries: readonly string[], rest: readonly string[] = []): Ran {
  const engine = createEngine();
  const data = `apiVersion: steplane.dev/v1
kind: Scenario
metadata: {name: faults}
spec:
  kubernetesVersion: "1.37"
  seed: 5
  generate: {nodes: 2}
${rest.map((line) => `  ${line}\n`).join('')}  timeline:
${entries.map((entry) => `  - ${entry}\n`).join('')}---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: c, image: i}]}
`;
  const opened = engine.open({ files: [{ name: 'faults.yaml', data }] });
  if (!opened.ok) throw new Error(JSON.stringify(opened.problem));
  return { engine, ...takeEvents(engine, opened.value.kinds) };
}

function takeEvents(engine: Engine, kinds: readonly { readonly name: string }[]): Omit<Ran, 'engine'> {
  const texts: string[] = [];
  const events: Event[] = [];
  const take = (frame: Frame): void => {
    texts.push(...frame.texts);
    for (let i = 0; i < frame.length; i++) {
      events.push({
        step: frame.from + i,
        time: frame.time[i] ?? 0,
        kind: kinds[frame.kind[i] ?? 0]?.name ?? '',
        subject: texts[frame.subject[i] ?? 0] ?? '',
        object: texts[frame.object[i] ?? 0] ?? '',
        detail: texts[frame.detail[i] ?? 0] ?? '',
        number: frame.number[i] ?? 0,
      });
    }
  };
  for (let frame = engine.advance(5000); ; frame = engine.advance(5000)) {
    take(frame);
    if (frame.status.state !== 'running') return { events, digest: engine.moment(frame.status.steps).digest };
  }
}

/** Pods that run at the end. */
export const runningPods = ({ engine, events }: Ran): number =>
  engine.objects(events.length).filter((row) => row.key.startsWith('Pod/') && row.phase === 'run').length;

export const SCALE = (at: number, replicas: number): string =>
  `{at: ${String(at)}s, scale: {kind: Deployment, name: web, replicas: ${String(replicas)}}}`;

const SECOND = 1_000_000;
/** Events in a stretch of simulated seconds. */
export const between = ({ events }: Ran, from: number, to: number): readonly Event[] =>
  events.filter(({ time }) => time > from * SECOND && time < to * SECOND);

/** Is it of the process, or of one of its watches? */
export const isOf = (name: string): ((event: Event) => boolean) => {
  return ({ subject }) => subject === name || subject.startsWith(`${name} `);
};

/** Steps around which a run is taken back and run again; every run gives the digest of the first. */
export function digestsOfForks({ engine, events }: Ran): readonly string[] {
  const marks = events
    .filter(({ kind }) => kind.startsWith('fault.') || kind.startsWith('leader.'))
    .map(({ step }) => step);
  return marks
    .flatMap((step) => [step - 1, step, step + 3])
    .map((step) => {
      const forked = engine.fork(Math.min(step, events.length), []);
      if (!forked.ok) throw new Error(JSON.stringify(forked.problem));
      let frame = engine.advance(5000);
      while (frame.status.state === 'running') frame = engine.advance(5000);
      const { digest } = engine.moment(frame.status.steps);
      engine.undo();
      return digest;
    });
}
