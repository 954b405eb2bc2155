/** What `steplane run` says of what is still due where the run ends. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const file = join(mkdtempSync(join(tmpdir(), 'steplane-')), 'due.yaml');

function run(text: string, ...args: readonly string[]): { code: number | null; out: string; err: string } {
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'src/cli/main.ts', 'run', file, ...args],
    { cwd: ROOT, encoding: 'utf8' },
  );
  return { code: status, out: stdout, err: stderr };
}

const scenario = (timeline: string): string => `apiVersion: steplane.dev/v1
kind: Scenario
spec:
  now: '2026-01-01T00:00:00Z'
  generate: {nodes: 1}
  timeline: [${timeline}]
`;

const TAINTED = `${scenario('{at: 10s, taint: {node: node-0000, key: gone, effect: NoExecute}}')}---
apiVersion: apps/v1
kind: ReplicaSet
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {tolerations: [{key: gone, operator: Exists, effect: NoExecute, tolerationSeconds: 3600}], containers: [{name: c, image: nginx}]}
`;

const REPORT = `${scenario('')}---
apiVersion: batch/v1
kind: CronJob
metadata: {name: report}
spec:
  schedule: '58 9 * * *'
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: busybox, command: [sh, -c, 'sleep 1']}]}}}}
`;

describe('still due', () => {
  it('many alike stand in one line, with the option that goes there', () => {
    const { out } = run(TAINTED);
    // Seen a moment after 10 s, and an hour later they go.
    expect(out).toMatch(/\nstill due: 3 Pods on node-0000: their eviction at 1:00:10 \(--until time:1h11s\)\n$/);
  });

  it('--json has a row for each, and the option leads to it', () => {
    const [row, ...more] = (JSON.parse(run(REPORT, '--json').out) as { due: readonly Record<string, unknown>[] }).due;
    expect(more).toEqual([]);
    expect(row).toMatchObject({ what: 'next-run', object: 'CronJob/default/report' });
    const [, until = ''] = /--until (time:\S+)\)/.exec(run(REPORT).out) ?? [];
    expect(until).toBe('time:9h58m1s');
    expect(run(REPORT, '--until', until).out).toContain('report-');
  });

  it('entries of the timeline that the run did not come to are warnings', () => {
    const late = '{at: 11m, uncordon: node-0000}, {afterStep: 99999999, cordon: node-0000}';
    const { err } = run(scenario(late));
    expect(err).toContain('warning: spec.timeline.0 (at: 11m) was not reached: its uncordon did not happen\n');
    expect(err).toContain('spec.timeline.1 (afterStep: 99999999) was not reached: its cordon did not happen\n');
    expect(err).not.toContain('never came to rest');
  });

  it('what was refused is told with its time', () => {
    const { err } = run(scenario('{at: 12s, cordon: nobody}'));
    expect(err).toMatch(/^warning: 0:12\.\d{3} nodes\/nobody: nodes "nobody" not found\n/);
  });

  it('a run that is told to stop before its rest says nothing', () => {
    expect(run(REPORT, '--until', 'step:5').out).not.toContain('still due');
  });
});
