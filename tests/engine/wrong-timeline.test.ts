/** A timeline of wrong bodies runs to its end: what the api-server took does not stop who reads it afterwards. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import { RESOURCES } from '../../src/model/resources.ts';
import { example, plainExample, wound, wounded, type Wound } from '../components/apiserver/wrong-bodies.ts';

const VERBS = ['create', 'apply', 'merge', 'strategic', 'serverSide'] as const;

interface Wish {
  readonly kind: string;
  readonly verb: (typeof VERBS)[number];
  readonly plain: boolean;
  readonly wounds: readonly Wound[];
}

const OFTEN = ['Pod', 'Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'Node', 'LimitRange', 'ResourceQuota'];

const wish: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constantFrom(...RESOURCES.map(({ kind }) => kind), ...OFTEN),
  verb: fc.constantFrom(...VERBS),
  plain: fc.boolean(),
  wounds: fc.array(wound, { minLength: 0, maxLength: 2 }),
});

type Fields = Readonly<Record<string, unknown>>;

function entryOf({ kind, verb, plain, wounds }: Wish, index: number): Fields {
  const name = `x${String(index % 3)}`;
  const right = (plain ? plainExample : example)(kind, name);
  const wrong = wounds.reduce<unknown>((value, one) => wounded(value, one), right);
  const at = `${String(index + 1)}s`;
  const meant = { ...(wrong as Fields), apiVersion: right['apiVersion'], kind, metadata: metadataOf(wrong, right) };
  if (verb === 'create' || verb === 'apply') return { at, [verb]: meant };
  if (verb === 'serverSide') return { at, serverSide: true, force: true, apply: meant };
  return { at, patch: { kind, name, type: verb, patch: wrong } };
}

/** The scenario's own reader wants an object there. */
function metadataOf(wrong: unknown, right: Fields): unknown {
  const metadata = (wrong as Fields | undefined)?.['metadata'];
  return typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? metadata : right['metadata'];
}

const MOST_STEPS = 6000;

function run(wishes: readonly Wish[]): void {
  const scenario = {
    apiVersion: 'steplane.dev/v1',
    kind: 'Scenario',
    metadata: { name: 'wrong' },
    spec: { timeline: wishes.map(entryOf) },
  };
  const node = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n1' },
    status: {
      allocatable: { cpu: '4', memory: '8Gi', pods: '110' },
      capacity: { cpu: '4', memory: '8Gi', pods: '110' },
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  };
  const engine = createEngine();
  const data = `${JSON.stringify(node)}\n---\n${JSON.stringify(scenario)}`;
  const opened = engine.open({ files: [{ name: 'wrong.yaml', data }] });
  if (!opened.ok) throw new Error(`${JSON.stringify(opened)}\n${data}`);
  while (engine.advance(500).status.state === 'running' && engine.cluster.world.step < MOST_STEPS);
  const refusals = engine.cluster.kubectl.refusals().map(({ message }) => message);
  expect(refusals.filter((text) => /undefined|NaN|\[object|Cannot read|apiserver to panic/.test(text))).toEqual([]);
}

test('the run goes on', () => {
  fc.assert(fc.property(fc.array(wish, { minLength: 4, maxLength: 12 }), run), {
    numRuns: Number(process.env['FUZZ_RUNS'] ?? 25),
    seed: 20261202,
  });
}, 120_000);
