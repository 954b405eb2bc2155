/** Whatever a person sends is answered, in words that speak of Kubernetes and not of the language that this is written in. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiRequest, ApiResponse } from '../../../src/components/apiserver/apiserver.ts';
import { RESOURCES } from '../../../src/model/resources.ts';
import { rig, type Rig } from './rig.ts';
import { example, wound, wounded, type Wound } from './wrong-bodies.ts';

const VERBS = ['create', 'merge', 'strategic', 'json', 'apply', 'update'] as const;

interface Wish {
  readonly kind: string;
  readonly verb: (typeof VERBS)[number];
  readonly strict: boolean;
  readonly wounds: readonly Wound[];
}

const wish: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constantFrom(...RESOURCES.map(({ kind }) => kind)),
  verb: fc.constantFrom(...VERBS),
  strict: fc.boolean(),
  wounds: fc.array(wound, { minLength: 1, maxLength: 3 }),
});

function requestOf({ kind, verb, strict, wounds }: Wish, name: string): ApiRequest {
  const info = RESOURCES.find((row) => row.kind === kind);
  const body = wounds.reduce<unknown>((value, one) => wounded(value, one), example(kind, name));
  const place = {
    resource: info?.resource ?? '',
    ...(info?.namespaced === true ? { namespace: 'default' } : {}),
    options: { fieldValidation: strict ? ('Strict' as const) : ('Warn' as const) },
  };
  if (verb === 'create' || verb === 'update') return { verb, ...place, ...(verb === 'create' ? {} : { name }), body };
  const patched = verb === 'json' ? jsonPatch(body, wounds) : body;
  return { verb: 'patch', ...place, name, patchType: verb, body: patched };
}

/** Replaces each part of the object; now and then an operation is no operation. */
const jsonPatch = (body: unknown, wounds: readonly Wound[]): unknown => {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const operations = fields.map(([name, value]) => ({ op: 'replace', path: `/${name}`, value: value as unknown }));
  return wounds.reduce<unknown>((list, one) => (one.act === 'add' ? wounded(list, one) : list), operations);
};

const LEAKS = /undefined|NaN|\[object|is not a function|Cannot read|caused apiserver to panic/;

function check(answer: ApiResponse, request: ApiRequest): void {
  const { code, status } = answer;
  const text = JSON.stringify(status ?? {});
  if (LEAKS.test(text)) throw new Error(`${text}\nfor ${JSON.stringify(request)}`);
  expect(code).toBeGreaterThanOrEqual(200);
  if (code >= 400) expect(status?.message).not.toBe('');
}

/** All that there is must be readable by who watches: a second look at the object answers too. */
function send({ ask, api }: Rig, request: ApiRequest): void {
  check(ask(request), request);
  api.list(request.resource);
}

test("a wrong body of any kind by any verb is answered in the api-server's words", () => {
  fc.assert(
    fc.property(fc.array(wish, { minLength: 1, maxLength: 6 }), (wishes) => {
      const one = rig();
      for (const [i, { kind }] of wishes.entries()) {
        const info = RESOURCES.find((row) => row.kind === kind);
        if (i % 2 === 0) one.ask({ verb: 'create', resource: info?.resource ?? '', body: example(kind, 'x') });
      }
      for (const each of wishes) send(one, requestOf(each, 'x'));
    }),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 400), seed: 20261201 },
  );
});
