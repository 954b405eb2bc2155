import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiRequest } from '../../../src/components/apiserver/apiserver.ts';
import { bindPod, createMap, createPod, deletePod, patchMap, rig, type Rig } from './rig.ts';

/** Something a client does, drawn at random; names repeat, so that requests meet. */
const name = fc.constantFrom('a', 'b', 'c');
const node = fc.constantFrom('n0', 'n1');
const finalizers = fc.constantFrom(['example.com/x'], []);
const request: fc.Arbitrary<ApiRequest> = fc.oneof(
  name.map((n) => createPod(n)),
  fc.constant(createPod('', {}, { generateName: 'g-' })),
  fc.tuple(name, finalizers).map(([n, f]) => createMap(n, {}, { finalizers: f })),
  fc.tuple(name, node).map(([n, m]) => bindPod(n, m)),
  fc.tuple(name, fc.integer({ min: 0, max: 2 })).map(([n, v]) => patchMap(n, { data: { x: String(v) } })),
  fc.tuple(name, finalizers).map(([n, f]) => patchMap(n, { metadata: { finalizers: f } })),
  fc
    .tuple(name, fc.constantFrom(undefined, 0, 5))
    .map(([n, grace]) => deletePod(n, grace === undefined ? {} : { gracePeriodSeconds: grace })),
  name.map((n): ApiRequest => ({ verb: 'delete', resource: 'configmaps', namespace: 'default', name: n })),
  fc.constant<ApiRequest>({ verb: 'list', resource: 'pods' }),
);

function start(before: readonly ApiRequest[]): Rig {
  return rig({
    setUp: ({ client, reply, deliver }) => {
      client.watch('all', { resource: 'pods', fromRevision: 0 }, deliver);
      for (const n of ['n0', 'n1'])
        client.watch(`kubelet ${n}`, { resource: 'pods', nodeName: n, fromRevision: 0 }, deliver);
      client.watch('maps', { resource: 'configmaps', fromRevision: 0 }, deliver);
      for (const item of before) client.send(item, reply, 1);
    },
  });
}

test('W-3 a world with an api-server, forked anywhere and run on, gives the same digests', () => {
  fc.assert(
    fc.property(
      fc.array(request, { minLength: 5, maxLength: 40 }),
      fc.integer({ min: 0, max: 1000 }),
      (requests, at) => {
        const r = start(requests);
        r.settle();
        const end = r.world.step;
        const digests = Array.from({ length: end + 1 }, (_, step) => r.world.digest(step));
        r.world.fork(at % (end + 1));
        r.settle();
        expect(Array.from({ length: r.world.step + 1 }, (_, step) => r.world.digest(step))).toEqual(digests);
        expect(r.world.recomputeStateDigest(end)).toBe(r.world.stateDigest(end));
      },
    ),
    { numRuns: 60, seed: 20260201 },
  );
});

test('W-3 after a fork the store, its lists and its watches go on from the fork’s moment', () => {
  const r = start([]);
  r.ask(createPod('a'));
  const step = r.world.step;
  const { revision } = r.api;
  r.ask(createPod('b'));
  r.ask(deletePod('a'));
  r.watch('late', { resource: 'pods', fromRevision: r.api.revision });
  r.ask(createPod('c'));
  r.world.fork(step);
  expect(r.api.revision).toBe(revision);
  expect(r.api.list('pods').map(({ metadata }) => metadata.name)).toEqual(['a']);
  r.seen.length = 0;
  r.ask(createPod('d'));
  expect(r.seen).toEqual(['all ADDED Pod/default/d 2']);
});
