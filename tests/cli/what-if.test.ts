import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const pending = (name: string): string => `tests/cases/pending/${name}.yaml`;
const web = 'src/scenario/gallery/web.yaml';

function steplane(...args: readonly string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

const json = (...args: readonly string[]): { code: number | null; answer: Readonly<Record<string, unknown>> } => {
  const { code, out, err } = steplane(...args, '--json');
  expect(err).not.toContain('defect');
  return { code, answer: JSON.parse(out) as Record<string, unknown> };
};

const POD = `apiVersion: v1
kind: Pod
metadata: {name: extra}
spec:
  containers:
  - name: app
    image: example.com/app:1
    resources: {requests: {cpu: "1", memory: 64Mi}}
`;
const directory = mkdtempSync(join(tmpdir(), 'steplane-'));
const podFile = join(directory, 'pod.yaml');
const emptyFile = join(directory, 'empty.yaml');
writeFileSync(podFile, POD);

describe('why', () => {
  it('prints the smallest fix of each cause as a command, and exits 1', () => {
    const { code, out } = steplane('why', pending('cpu'));
    expect(code).toBe(1);
    expect(out).toContain('1 Pod: Insufficient cpu');
    expect(out).toContain('node-b (cpu: asked 4000m, free 3900m, short by 100m)');
    expect(out).toContain('Smallest fix: Ask for 100m less cpu (cpu 4 → 3900m) (verified, binds to node-b)');
    expect(out).toContain(`kubectl get pod api -n default -o json | kubectl patch --local -f -`);
  });

  it('--json has the fixes of a Pod, or why there is none', () => {
    const fixed = json('why', pending('label-value'), '--pod', 'default/db');
    expect(fixed.code).toBe(1);
    expect(fixed.answer['fixes']).toMatchObject([
      { edit: 'Ask for disktype=ssd instead of sdd', verified: true, code: 'mend-label', node: 'node-a' },
      ...[{}, {}, {}],
    ]);
    const none = json('why', pending('no-accelerator'), '--pod', 'train');
    expect(none.answer).toMatchObject({ fixes: [], none: { code: 'nothing-helps' } });
  });

  it('names workloads whose Pods are refused', () => {
    const { answer } = json('why', pending('no-pod-quota'));
    expect(answer).toMatchObject({
      pods: [],
      refused: [{ key: 'Deployment/default/web', fixes: [{ code: 'raise-quota' }] }],
    });
  });

  it('exits 0 where nothing waits', () => {
    expect(steplane('why', pending('soon'))).toMatchObject({ code: 0, out: 'No Pod is pending.\n' });
  });
});

describe('fit', () => {
  // node-a has 2.5 cpu free, node-b 3.9, node-c 1; api waits and takes none.
  it('counts how many more fit, where, and says what stops the next', () => {
    const { code, answer } = json('fit', pending('cpu'), '--pod-file', podFile);
    expect(code).toBe(0);
    expect(answer).toMatchObject({
      count: 6,
      perNode: [
        { node: 'node-b', count: 3 },
        { node: 'node-a', count: 2 },
        { node: 'node-c', count: 1 },
      ],
      stop: { kind: 'unschedulable', reasons: [{ plugin: 'NodeResourcesFit', reason: 'Insufficient cpu', nodes: 3 }] },
    });
  });

  it('stops at --max, and exits 1 where none fits', () => {
    expect(json('fit', pending('cpu'), '--pod-file', podFile, '--max', '2').answer).toMatchObject({
      count: 2,
      stop: { kind: 'max' },
    });
    const none = json('fit', pending('cordoned'), '--pod-file', podFile);
    expect([none.code, none.answer['count'], none.answer['perNode']]).toEqual([1, 0, []]);
  });

  it('a file without a Pod is bad input', () => {
    writeFileSync(emptyFile, 'apiVersion: v1\nkind: Namespace\nmetadata: {name: empty}\n');
    const { code, err } = steplane('fit', pending('cpu'), '--pod-file', emptyFile);
    expect(code).toBe(2);
    expect(err).toContain('There is no Pod in');
  });
});

describe('drain and add-node', () => {
  it('a drain says who moves where and who would be lost, with what a run says', () => {
    const { code, answer } = json('drain', web, '--node', 'node-c');
    expect(code).toBe(1);
    const moved = answer['moved'] as readonly { pod: string; from: string; to: string; as: string }[];
    expect(moved.length).toBe(2);
    for (const row of moved) {
      expect(row.pod).toMatch(/^default\/web-/);
      expect([row.from, row.to !== '' && row.to !== 'node-c', row.as !== row.pod]).toEqual(['node-c', true, true]);
    }
    const blocked = answer['blocked'] as readonly { reason: string }[];
    expect(new Set(blocked.map(({ reason }) => reason))).toEqual(new Set(['no-controller']));
    expect(answer).toHaveProperty('digest');
    const pods = answer['pods'] as readonly { nodeName: string; name: string }[];
    expect(pods.filter(({ nodeName }) => nodeName === 'node-c').length).toBe(blocked.length);
  });

  it('more nodes take what waited', () => {
    const { code, answer } = json('add-node', pending('cpu'), '--like', 'node-a', '--count', '2');
    expect(code).toBe(0);
    expect(answer).toMatchObject({ blocked: [], moved: [{ pod: 'default/api', from: '', as: 'default/api' }] });
    expect((answer['moved'] as readonly { to: string }[])[0]?.to).toMatch(/^node-a-[23]$/);
  });

  it('a node that is not there is bad input', () => {
    for (const args of [
      ['drain', web, '--node', 'x'],
      ['add-node', web, '--like', 'x'],
    ]) {
      const { code, err } = steplane(...args);
      expect([code, err]).toEqual([2, 'There is no node x; Check its name.\n']);
    }
  });
});
