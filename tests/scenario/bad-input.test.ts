import { describe, expect, it } from 'vitest';
import { FILE_BYTES_MAX, readScenario } from '../../src/scenario/scenario.ts';

const POD = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n  - name: c\n    image: i\n';

const utf16 = (text: string, bigEndian: boolean, mark = true): Uint8Array => {
  const units = (mark ? '\uFEFF' : '') + text;
  const bytes = new Uint8Array(units.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < units.length; i++) view.setUint16(i * 2, units.charCodeAt(i), !bigEndian);
  return bytes;
};

interface Bad {
  readonly what: string;
  readonly data: string | Uint8Array;
  readonly code: string;
  readonly line?: number;
  readonly column?: number;
  readonly params?: Readonly<Record<string, string | number>>;
}

const BAD: readonly Bad[] = [
  {
    what: 'a tab as indentation',
    data: POD.replace('  name: a', '\tname: a'),
    code: 'bad-yaml-tab',
    line: 4,
    column: 1,
  },
  {
    what: 'a tab behind spaces',
    data: POD.replace('    image: i', '  \timage: i'),
    code: 'bad-yaml-tab',
    line: 8,
    column: 3,
  },
  {
    what: 'a key twice in YAML',
    data: POD.replace('  name: a', '  name: a\n  name: b'),
    code: 'duplicate-key',
    line: 5,
    column: 3,
    params: { key: 'name' },
  },
  {
    what: 'a key twice in JSON',
    data: '{"apiVersion":"v1",\n "kind":"Pod", "kind":"Node"}',
    code: 'duplicate-key',
    line: 2,
    column: 16,
    params: { key: 'kind' },
  },
  {
    what: 'a wrong type',
    data: POD.replace('  containers:\n  - name: c\n    image: i', '  containers: c'),
    code: 'wrong-type',
    line: 6,
    column: 15,
    params: { path: 'spec.containers', expected: 'array', got: '"c"' },
  },
  {
    what: 'a number for a label',
    data: POD.replace('  name: a', '  name: a\n  labels: {v: 1}'),
    code: 'wrong-type',
    line: 5,
    column: 15,
    params: { path: 'metadata.labels.v', expected: 'string', got: '1' },
  },
  {
    what: 'a name that YAML reads as a number',
    data: POD.replace('  name: a', '  name: 1'),
    code: 'wrong-type',
    line: 4,
    column: 9,
  },
  {
    what: 'a name that YAML 1.1 reads as true',
    data: POD.replace('  name: a', '  name: yes'),
    code: 'wrong-type',
    line: 4,
    column: 9,
  },
  {
    what: 'a bad quantity',
    data: POD + '    resources: {requests: {cpu: 2 cores}}\n',
    code: 'bad-quantity',
    line: 9,
    column: 33,
    params: { path: 'spec.containers.0.resources.requests.cpu' },
  },
  {
    what: 'no containers',
    data: POD.replace(/ {2}containers[^]*/, '  nodeName: x\n'),
    code: 'missing-field',
    line: 6,
    column: 3,
    params: { path: 'spec.containers' },
  },
  {
    what: 'no kind',
    data: 'apiVersion: v1\nmetadata: {name: a}\n',
    code: 'missing-field',
    line: 1,
    column: 1,
    params: { path: 'kind' },
  },
  {
    what: 'no name',
    data: 'apiVersion: v1\nkind: Pod\nspec: {containers: [{name: c}]}\n',
    code: 'missing-field',
    params: { path: 'metadata.name' },
  },
  {
    what: 'an apiVersion that is gone',
    data: 'apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: a}\n',
    code: 'unknown-api-version',
    line: 1,
    column: 13,
    params: { apiVersion: 'extensions/v1beta1', kind: 'Deployment', expected: 'apps/v1' },
  },
  {
    what: 'a Helm template',
    data: 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Values.name }}\n',
    code: 'helm-template',
    line: 4,
    column: 9,
  },
  { what: 'an error page', data: '<!DOCTYPE html>\n<html><body>404</body></html>', code: 'html-page', line: 1 },
  { what: 'nothing', data: '', code: 'empty-file', line: 1 },
  { what: 'comments only', data: '# nothing here\n---\n\n', code: 'empty-file' },
  {
    what: 'a picture',
    data: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
    code: 'binary-file',
    params: { offset: 8 },
  },
  { what: 'a gzip file', data: new Uint8Array([0x1f, 0x8b, 8, 1]), code: 'compressed-file' },
  { what: 'UTF-16 without its mark', data: utf16(POD, false, false), code: 'utf16-without-mark' },
  {
    what: 'Latin-1',
    data: new Uint8Array([...Buffer.from(POD), 0x23, 0xe9, 0x0a]),
    code: 'bad-encoding',
    params: { encoding: 'UTF-8' },
  },
  {
    what: 'JSON cut off',
    data: '{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1",',
    code: 'truncated',
    line: 1,
    column: 62,
  },
  { what: 'JSON cut off in a text', data: '{"apiVersion":"v1","kind":"Li', code: 'truncated', line: 1, column: 27 },
  { what: 'YAML cut off in a quoted text', data: POD + '    command: ["sh", "-c', code: 'truncated', line: 9 },
  {
    what: 'a List that was cut between two items',
    data: 'apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: p}\n  spec: {containers: [{name: c}]}\n',
    code: 'truncated',
    line: 6,
  },
  { what: 'YAML cut off in a key', data: POD + '    ima', code: 'truncated', line: 9 },
  { what: 'YAML that is wrong in its last line', data: POD + '    ima\n', code: 'bad-yaml', line: 9 },
  { what: 'JSON with a comma too many', data: '{"apiVersion":"v1",}', code: 'bad-json', line: 1, column: 20 },
  { what: 'a table', data: 'NAME   READY   STATUS\nweb    1/1     Running\n', code: 'kubectl-table', line: 1 },
  {
    what: 'what kubectl describe prints',
    data: 'Name:             web-1\nNamespace:        shop\nLabels:           app=web\n                  tier=front\n',
    code: 'kubectl-describe',
    line: 1,
  },
  {
    what: 'what kubectl said instead',
    data: 'Error from server (Forbidden): pods is forbidden\n',
    code: 'kubectl-error',
    line: 1,
  },
  {
    what: 'YAML that is no Kubernetes',
    data: 'version: "3"\nservices: {web: {}}\n',
    code: 'not-kubernetes',
    params: { keys: 'version, services' },
  },
  { what: 'a text', data: 'hello\n', code: 'not-an-object' },
  {
    what: 'a verb that nobody knows',
    data: 'apiVersion: steplane.dev/v1\nkind: Scenario\nspec:\n  timeline:\n  - {at: 1s, explode: {}}\n',
    code: 'unknown-verb',
    line: 5,
    column: 14,
  },
  {
    what: 'a lesson controller that there is not',
    data: 'apiVersion: steplane.dev/v1\nkind: Scenario\nspec:\n  lessons:\n  - {name: resync}\n  - {name: resink}\n',
    code: 'unknown-lesson',
    line: 6,
    column: 12,
    params: {
      name: 'resink',
      known:
        'read-after-write, missed-delete, expired-watch, resync, crash-between-writes, duplicate-create, edge-triggered',
    },
  },
  {
    what: 'a lesson controller twice',
    data: 'apiVersion: steplane.dev/v1\nkind: Scenario\nspec:\n  lessons:\n  - {name: resync}\n  - {name: resync, cured: true}\n',
    code: 'lesson-twice',
    line: 6,
    column: 12,
  },
  { what: 'a scenario of the future', data: 'apiVersion: steplane.dev/v9\nkind: Scenario\n', code: 'scenario-too-new' },
  {
    what: 'a version that is not simulated',
    data: 'apiVersion: steplane.dev/v1\nkind: Scenario\nspec:\n  kubernetesVersion: "1.20"\n',
    code: 'unknown-version',
    line: 4,
    column: 22,
  },
  {
    what: 'the same object twice with different uids',
    data: `${POD.replace('name: a', 'name: a\n  uid: x')}---\n${POD.replace('name: a', 'name: a\n  uid: v')}`,
    code: 'object-twice',
    line: 10,
  },
  {
    what: 'an error in the third item of a List',
    data: `apiVersion: v1\nitems:\n${[1, 2, 3].map((i) => `- apiVersion: v1\n  kind: Pod\n  metadata: {name: p${String(i)}}\n  spec: {containers: [{name: ${i === 3 ? '{}' : 'c'}}]}\n`).join('')}kind: List\n`,
    code: 'wrong-type',
    line: 14,
    column: 30,
  },
];

describe('bad input: one clear problem, with its place', () => {
  it.each(BAD)('$what', ({ data, code, line, column, params }) => {
    const read = readScenario([{ name: 'in.yaml', data }]);
    expect(read.ok).toBe(false);
    if (read.ok) return;
    expect(read.problem).toMatchObject({
      kind: 'bad-scenario',
      code,
      file: 'in.yaml',
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
      params: params ?? {},
    });
  });

  it('a file over 64 MiB is refused before it is read', () => {
    const read = readScenario([{ name: 'big.yaml', data: new Uint8Array(FILE_BYTES_MAX + 1) }]);
    expect(read).toMatchObject({ ok: false, problem: { code: 'too-large', params: { limit: 64, mebibytes: 65 } } });
  });

  it('an alias bomb is refused', () => {
    const levels = 'abcdefghij'.split('');
    const lines = levels.map(
      (l, i) =>
        `${l}: &${l} ${
          i === 0
            ? '[x,x,x,x,x,x,x,x,x]'
            : `[${Array(9)
                .fill(`*${levels[i - 1] ?? ''}`)
                .join(',')}]`
        }`,
    );
    const read = readScenario([
      {
        name: 'bomb.yaml',
        data: `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  ${lines.join('\n  ')}\n`,
      },
    ]);
    expect(read).toMatchObject({ ok: false, problem: { code: 'alias-bomb' } });
  });

  it('a key that would reach a prototype is refused', () => {
    const read = readScenario([
      {
        name: 'x.json',
        data: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"__proto__":{"polluted":"1"}}}',
      },
    ]);
    expect(read).toMatchObject({ ok: false, problem: { code: 'bad-key' } });
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});

it('JSON that is indented with tabs tells the place of a wrong type, too', () => {
  const data = '{\n\t"apiVersion": "v1",\n\t"kind": "Pod",\n\t"metadata": {"name": 7}\n}';
  expect(readScenario([{ name: 'x.json', data }])).toMatchObject({
    problem: { code: 'wrong-type', line: 4, column: 23 },
  });
});

describe('input that looks odd and is fine', () => {
  const names = (data: string | Uint8Array): string[] => {
    const read = readScenario([{ name: 'in', data }]);
    if (!read.ok) throw new Error(JSON.stringify(read.problem));
    return [...read.value.observed, ...read.value.applied].map((o) => o.metadata.name);
  };

  it('UTF-16 with a mark, both byte orders, as PowerShell writes it', () => {
    expect(names(utf16(POD, false))).toEqual(['a']);
    expect(names(utf16(POD, true))).toEqual(['a']);
  });

  it('CRLF, a UTF-8 mark, comments, empty documents', () => {
    expect(names(`\uFEFF# kubectl\r\n---\r\n${POD.replace(/\n/g, '\r\n')}---\r\n---\r\n# end\r\n`)).toEqual(['a']);
  });

  it('NDJSON, arrays, Lists and typed Lists in one file', () => {
    const pod = (name: string): string =>
      JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { containers: [{ name: 'c' }] } });
    const text = `${pod('a')}\n[${pod('b')}]\n{"kind":"List","apiVersion":"v1","items":[${pod('c')}]}\n{"kind":"PodList","apiVersion":"v1","items":[${pod('d')}]}`;
    expect(names(text)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('items of a typed List need not say what they are, as the api-server sends them', () => {
    const bare = (name: string): string =>
      JSON.stringify({ metadata: { name }, spec: { containers: [{ name: 'c' }] } });
    const text = `{"kind":"PodList","apiVersion":"v1","items":[${bare('a')},${bare('b')}]}`;
    const read = readScenario([{ name: 'in', data: text }]);
    expect(read.ok && read.value.applied.map((o) => `${o.apiVersion} ${o.kind}/${o.metadata.name}`)).toEqual([
      'v1 Pod/a',
      'v1 Pod/b',
    ]);
    const plain = readScenario([{ name: 'in', data: text.replace('PodList', 'List') }]);
    expect(plain.ok ? '' : plain.problem.code).toBe('missing-field');
  });

  it('YAML 1.1 scalars as kubectl reads them', () => {
    const read = readScenario([
      {
        name: 'in',
        data: 'apiVersion: v1\nkind: Thing\nmetadata: {name: a}\nspec: {on: yes, off: n, octal: 0755, hex: 0x1F, time: 2026-01-01T00:00:00Z, text: "yes", exp: 1e3, dot: 1., none: ~}\n',
      },
    ]);
    expect(read.ok && read.value.observed[0]?.spec).toEqual({
      true: true,
      false: false,
      octal: 493,
      hex: 31,
      time: '2026-01-01T00:00:00Z',
      text: 'yes',
      exp: 1000,
      dot: 1,
      none: null,
    });
  });
});

it('an object of a kind that nobody knows is kept as it is, not sent to an api-server that has no such resource', () => {
  const read = readScenario([
    { name: 'cr.yaml', data: 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: {size: 3}\n' },
  ]);
  expect(read.ok && [read.value.observed.map((o) => o.kind), read.value.applied]).toEqual([['Widget'], []]);
});
