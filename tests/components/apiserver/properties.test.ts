/** Seeded random histories against models that know nothing of the implementation. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyMergePatch, applyStrategicPatch, type ApiRequest } from '../../../src/components/apiserver/apiserver.ts';
import { createThreeWayPatch, createTwoWayPatch } from '../../../src/components/apiserver/apiserver.ts';
import { ownership } from '../../../src/components/apiserver/looking.ts';
import { createMap, must, patchMap, rig, type Rig } from './rig.ts';

const RUNS = { numRuns: 120, seed: 20260601 };
const NAMES = ['a', 'b', 'c'] as const;
const name = fc.constantFrom(...NAMES);
const value = fc.integer({ min: 0, max: 2 }).map(String);

// --- the store ---

interface Op {
  readonly kind: 'create' | 'put' | 'delete';
  readonly name: string;
  readonly value: string;
  /** How old the version is that a put was made from: 0 = the newest, "" = it sends none. */
  readonly age: number | '';
}

const op: fc.Arbitrary<Op> = fc.record({
  kind: fc.constantFrom('create' as const, 'put' as const, 'put' as const, 'delete' as const),
  name,
  value,
  age: fc.constantFrom<number | ''>(0, 0, 1, ''),
});

interface Event {
  readonly type: string;
  readonly name: string;
  readonly value: string;
  readonly revision: number;
}

/** etcd and optimistic concurrency in a dozen lines. */
class Model {
  revision = 0;
  readonly live = new Map<string, { value: string; revision: number; past: number[] }>();
  readonly events: Event[] = [];

  private commit(type: string, of: string, content: string): number {
    this.events.push({ type, name: of, value: content, revision: ++this.revision });
    return this.revision;
  }

  /** @returns the code, and the version that a put sends */
  run({ kind, name: of, value: content, age }: Op): { readonly code: number; readonly version?: number } {
    const there = this.live.get(of);
    if (kind === 'create') {
      if (there !== undefined) return { code: 409 };
      const revision = this.commit('ADDED', of, content);
      this.live.set(of, { value: content, revision, past: [revision] });
      return { code: 201 };
    }
    if (there === undefined) return kind === 'put' ? { code: 404, version: 1 } : { code: 404 };
    if (kind === 'delete') {
      this.commit('DELETED', of, there.value);
      this.live.delete(of);
      return { code: 200 };
    }
    const version = age === '' ? undefined : (there.past.at(-1 - age) ?? there.revision);
    const sent = version === undefined ? {} : { version };
    if (version !== undefined && version !== there.revision) return { code: 409, ...sent };
    if (content !== there.value) {
      there.revision = this.commit('MODIFIED', of, content);
      there.value = content;
      there.past.push(there.revision);
    }
    return { code: 200, ...sent };
  }
}

function requestOf({ kind, name: of, value: content }: Op, version: number | undefined): ApiRequest {
  if (kind === 'create') return createMap(of, { x: content });
  const place = { resource: 'configmaps', namespace: 'default', name: of } as const;
  if (kind === 'delete') return { verb: 'delete', ...place };
  const metadata = { name: of, ...(version === undefined ? {} : { resourceVersion: String(version) }) };
  return { verb: 'update', ...place, body: { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { x: content } } };
}

function play(ops: readonly Op[]): { readonly r: Rig; readonly model: Model } {
  const r = rig();
  const model = new Model();
  for (const one of ops) {
    const { code, version } = model.run(one);
    const answer = r.ask(requestOf(one, version));
    expect([answer.code, r.api.revision]).toEqual([code, model.revision]);
  }
  return { r, model };
}

const contentOf = (object: unknown): string => (object as { data: { x: string } }).data.x;

describe('P-1 the store', () => {
  test('P-1 revisions, optimistic concurrency and writes that change nothing are the model’s', () => {
    fc.assert(
      fc.property(fc.array(op, { minLength: 5, maxLength: 30 }), (ops) => {
        const { r, model } = play(ops);
        const there = r.api.list('configmaps').map((object) => ({
          name: object.metadata.name,
          value: contentOf(object),
          revision: Number(object.metadata.resourceVersion),
        }));
        const wanted = [...model.live].map(([of, { value: content, revision }]) => ({
          name: of,
          value: content,
          revision,
        }));
        expect(there).toEqual(wanted.sort((a, b) => (a.name < b.name ? -1 : 1)));
      }),
      RUNS,
    );
  });

  test('P-2 a watcher from any revision sees exactly the model’s events above it, in order', () => {
    fc.assert(
      fc.property(
        fc.array(op, { minLength: 5, maxLength: 30 }),
        fc.nat(),
        fc.array(op, { maxLength: 8 }),
        (ops, at, more) => {
          const { r, model } = play(ops);
          const from = at % (model.revision + 1);
          r.watch('w', { resource: 'configmaps', fromRevision: from });
          for (const one of more) {
            const { version } = model.run(one);
            r.ask(requestOf(one, version));
          }
          r.sleep(1);
          const wanted = model.events.filter(({ revision }) => revision > from);
          expect(r.seen).toEqual(wanted.map((e) => `w ${e.type} ConfigMap/default/${e.name} ${e.revision}`));
        },
      ),
      RUNS,
    );
  });

  test('P-3 a list at exactly any revision is the model’s past', () => {
    fc.assert(
      fc.property(fc.array(op, { minLength: 5, maxLength: 30 }), fc.nat(), (ops, at) => {
        const { r, model } = play(ops);
        const revision = 1 + (at % Math.max(1, model.revision));
        if (model.revision === 0) return;
        const past = new Map<string, string>();
        for (const event of model.events.filter((e) => e.revision <= revision)) {
          if (event.type === 'DELETED') past.delete(event.name);
          else past.set(event.name, event.value);
        }
        const options = { resourceVersion: String(revision), resourceVersionMatch: 'Exact' };
        const { items = [] } = r.ask({ verb: 'list', resource: 'configmaps', options });
        const found = items.map((object) => [object.metadata.name, contentOf(object)]);
        expect(found).toEqual([...past].sort(([a], [b]) => (a < b ? -1 : 1)));
      }),
      RUNS,
    );
  });

  test('P-4 a watcher whose connection is slowed, broken and lifted at any time still hears all, once, in order', () => {
    const disturbance = fc.constantFrom('slow', 'lift', 'end', 'none', 'none');
    fc.assert(
      fc.property(fc.array(fc.tuple(op, disturbance), { minLength: 5, maxLength: 25 }), (steps) => {
        const r = rig();
        const model = new Model();
        let opened = 0;
        const last = (): number =>
          Math.max(0, ...r.seen.flatMap((line) => (line.includes('CLOSED') ? [] : [Number(line.split(' ').at(-1))])));
        const open = (): void => {
          r.watch('w', { resource: 'configmaps', fromRevision: last() });
          opened++;
        };
        open();
        for (const [one, what] of steps) {
          const { version } = model.run(one);
          r.client.send(requestOf(one, version));
          while (r.api.revision < model.revision) r.world.advance(1);
          r.fault(({ faults }) => {
            if (what === 'slow') faults.slow('f', () => true, 3_000_000);
            if (what === 'lift') faults.lift('f');
            if (what === 'end') faults.endWatches(() => true, 'broken');
          });
          if (r.seen.filter((line) => line.includes('CLOSED')).length === opened) open();
        }
        r.settle();
        while (r.seen.filter((line) => line.includes('CLOSED')).length === opened) {
          open();
          r.settle();
        }
        const heard = r.seen.filter((line) => !line.includes('CLOSED'));
        expect(heard).toEqual(model.events.map((e) => `w ${e.type} ConfigMap/default/${e.name} ${e.revision}`));
      }),
      RUNS,
    );
  });
});

// --- patches ---

const json: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('x', 'y', 1, true),
    fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('k', 'l', 'm'), tie('value'), { maxKeys: 3 }),
  ),
})).value;
const document = fc.dictionary(fc.constantFrom('k', 'l', 'm', 'n'), json, { maxKeys: 4 });

/** RFC 7396, as its pseudo-code has it. */
function mergePatched(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const base = typeof target === 'object' && target !== null && !Array.isArray(target) ? target : {};
  const result: Record<string, unknown> = { ...base };
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) Reflect.deleteProperty(result, key);
    else result[key] = mergePatched(result[key], change);
  }
  return result;
}

const withNulls = fc.dictionary(fc.constantFrom('k', 'l', 'm', 'n'), fc.oneof(json, fc.constant(null)), { maxKeys: 4 });

const container = fc.record(
  { name: fc.constantFrom('c1', 'c2', 'c3'), image: fc.constantFrom('i1', 'i2') },
  { requiredKeys: ['name'] },
);
const pod = fc.record(
  {
    containers: fc.uniqueArray(container, { selector: (one) => one.name, maxLength: 3 }),
    nodeSelector: fc.dictionary(fc.constantFrom('k', 'l'), value, { maxKeys: 2 }),
    hostname: fc.constantFrom('h1', 'h2'),
  },
  { requiredKeys: [] },
);

describe('P-5 patches', () => {
  test('P-5 a merge patch is RFC 7396', () => {
    fc.assert(
      fc.property(document, withNulls, (target, patch) => {
        expect(applyMergePatch(target, patch)).toEqual(mergePatched(target, patch));
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  test('P-6 a two-way patch turns the one into the other; from equals it is empty', () => {
    fc.assert(
      fc.property(pod, pod, (before, after) => {
        const original = { spec: before };
        const modified = { spec: after };
        const patch = createTwoWayPatch(original, modified, 'Pod');
        expect(bare(applyStrategicPatch(original, patch, 'Pod'))).toEqual(bare(modified));
        expect(createTwoWayPatch(modified, modified, 'Pod')).toEqual({});
      }),
      { numRuns: 500, seed: 8 },
    );
  });

  test('P-7 a three-way patch keeps what only the server has, sets what is wanted, takes what was given up', () => {
    fc.assert(
      fc.property(pod, pod, pod, (before, after, server) => {
        const patch = createThreeWayPatch({ spec: before }, { spec: after }, { spec: server }, 'Pod');
        const result = (applyStrategicPatch({ spec: server }, patch, 'Pod') as { spec: typeof server }).spec;
        expect(result.hostname).toBe(after.hostname ?? (before.hostname === undefined ? server.hostname : undefined));
        const names = new Set((result.containers ?? []).map((one) => one.name));
        for (const one of after.containers ?? []) expect(names.has(one.name)).toBe(true);
        if (before.containers === undefined || after.containers === undefined) return;
        for (const one of before.containers) {
          if (!after.containers.some((other) => other.name === one.name)) expect(names.has(one.name)).toBe(false);
        }
      }),
      { numRuns: 500, seed: 9 },
    );
  });
});

/** An emptied list or map and an absent one mean the same. */
function bare(from: unknown): unknown {
  if (Array.isArray(from)) return (from as unknown[]).map(bare);
  if (typeof from !== 'object' || from === null) return from;
  const kept = Object.entries(from).map(([key, field]) => [key, bare(field)] as const);
  return Object.fromEntries(
    kept.filter(([, field]) => !(typeof field === 'object' && field !== null && Object.keys(field).length === 0)),
  );
}

// --- server-side apply ---

const fields = fc.dictionary(fc.constantFrom('x', 'y', 'z'), value, { maxKeys: 3 });
const write = fc.record({
  op: fc.constantFrom('apply' as const, 'apply' as const, 'update' as const),
  manager: fc.constantFrom('m1', 'm2', 'm3'),
  data: fields,
  force: fc.boolean(),
});

/** Ownership of single fields by the rules of 1.13. */
class Owners {
  readonly data = new Map<string, string>();
  /** "manager op" -> fields. */
  readonly owned = new Map<string, Set<string>>();

  private of(entry: string): Set<string> {
    let set = this.owned.get(entry);
    if (set === undefined) this.owned.set(entry, (set = new Set()));
    return set;
  }

  private take(field: string, entry: string): void {
    for (const [other, set] of this.owned) if (other !== entry) set.delete(field);
  }

  /** @returns whether it was refused */
  apply(manager: string, data: Readonly<Record<string, string>>, force: boolean): boolean {
    const entry = `${manager} Apply`;
    const changed = Object.keys(data).filter((field) => this.data.has(field) && this.data.get(field) !== data[field]);
    const others = [...this.owned].filter(([other]) => other !== entry);
    if (!force && changed.some((field) => others.some(([, set]) => set.has(field)))) return true;
    for (const field of changed) this.take(field, entry);
    for (const field of this.of(entry)) {
      if (!(field in data) && !others.some(([, set]) => set.has(field))) this.data.delete(field);
    }
    this.owned.set(entry, new Set(Object.keys(data)));
    for (const [field, content] of Object.entries(data)) this.data.set(field, content);
    return false;
  }

  update(manager: string, data: Readonly<Record<string, string>>): void {
    const entry = `${manager} Update`;
    for (const [field, content] of Object.entries(data)) {
      if (this.data.get(field) === content) continue;
      this.data.set(field, content);
      this.take(field, entry);
      this.of(entry).add(field);
    }
  }
}

test('P-8 fields, owners and refusals of random applies and updates are the model’s', () => {
  fc.assert(
    fc.property(fc.array(write, { minLength: 3, maxLength: 14 }), (writes) => {
      const r = rig();
      const model = new Owners();
      const config = (data: object): object => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'c' },
        ...(Object.keys(data).length === 0 ? {} : { data }),
      });
      // Somebody's label keeps every entry of the test's managers free to vanish.
      r.ask({
        ...patchMap('c', { ...config({}), metadata: { name: 'c', labels: { keep: 'it' } } }),
        patchType: 'apply',
        options: { fieldManager: 'root' },
      });
      for (const { op: how, manager, data, force } of writes) {
        if (how === 'update') {
          model.update(manager, data);
          r.ask({ ...patchMap('c', { data }), options: { fieldManager: manager } });
        } else {
          const refused = model.apply(manager, data, force);
          const answer = r.ask({
            ...patchMap('c', config(data)),
            patchType: 'apply',
            options: { fieldManager: manager, force },
          });
          expect(answer.code).toBe(refused ? 409 : 200);
        }
      }
      const object = must(r.api.get('ConfigMap/default/c'));
      expect((object as unknown as { data?: object }).data ?? {}).toEqual(Object.fromEntries(model.data));
      const found = ownership(object).flatMap(({ manager, operation, paths }) => {
        const own = paths.flatMap(([top, field]) => (top === 'data' && typeof field === 'string' ? [field] : []));
        return own.length === 0 ? [] : [`${manager} ${operation}: ${own.sort().join()}`];
      });
      const wanted = [...model.owned].flatMap(([entry, set]) =>
        set.size === 0 ? [] : [`${entry}: ${[...set].sort().join()}`],
      );
      expect(found.sort()).toEqual(wanted.sort());
    }),
    RUNS,
  );
});
