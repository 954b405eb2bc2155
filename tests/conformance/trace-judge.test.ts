/** The judge of whole scenarios accepts what a real control plane did, and finds the mistakes that ROWS plants. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { candidateOf } from '../../src/conformance/trace/candidate.ts';
import { judge, type ExpectedTrace } from '../../src/conformance/trace/judge.ts';
import type { GivenTrace } from '../../src/conformance/trace/drive.ts';
import { readRecorded, type Line } from './recorded-trace.ts';

const CASES = new URL('../cases/control-plane/', import.meta.url);

interface TraceRow {
  readonly id: string;
  readonly given: GivenTrace;
  readonly expect: ExpectedTrace;
}

const rows = gunzipSync(readFileSync(new URL('handed-trace.ndjson.gz', CASES)))
  .toString('utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as TraceRow);

function linesOf(id: string): readonly Line[] {
  const file = new URL(`traces/${id.replace('trace/', '')}.ndjson.gz`, CASES);
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

function failuresOf({ given, expect: expected }: TraceRow, lines: readonly Line[]): readonly string[] {
  const quiet = new Set(given.timeline.filter(({ afterQuiet }) => afterQuiet === true).map(({ entry }) => entry));
  return judge(candidateOf(readRecorded(lines, given.objects), quiet), expected);
}

describe('the judge of traces', () => {
  it.each(rows)('$id: accepts the recording of the real control plane', (row) => {
    expect(failuresOf(row, linesOf(row.id))).toEqual([]);
  });

  const rowOf = (name: string): TraceRow => {
    const row = rows.find(({ id }) => id === `trace/${name}`);
    if (row === undefined) throw new Error(name);
    return row;
  };
  const swap = (lines: readonly Line[], a: number, b: number): readonly Line[] =>
    lines.map((line, i) => (i === a ? (lines[b] ?? line) : i === b ? (lines[a] ?? line) : line));
  const without = (lines: readonly Line[], at: number): readonly Line[] => lines.filter((_, i) => i !== at);
  const find = (lines: readonly Line[], holds: (line: Line) => boolean): number => {
    const at = lines.findIndex(holds);
    if (at < 0) throw new Error('not in the recording');
    return at;
  };
  const isBind = (line: Line): boolean => line.kind === 'Pod' && line.changed?.['spec.nodeName'] !== undefined;
  const edit = (lines: readonly Line[], at: number, by: (text: string) => string): readonly Line[] =>
    lines.map((line, i) => (i === at ? (JSON.parse(by(JSON.stringify(line))) as Line) : line));

  const MISTAKES: readonly (readonly [string, string, (lines: readonly Line[]) => readonly Line[], RegExp])[] = [
    ['a binding is lost', 'a-deployment', (lines) => without(lines, find(lines, isBind)), /bind-first|track/],
    [
      'the kubelet reports before the binding',
      'a-deployment',
      (lines) => {
        const bind = find(lines, isBind);
        const { name } = lines[bind] ?? { name: '' };
        const status = find(lines, (l) => l.name === name && l.changed?.['status.containerStatuses'] !== undefined);
        return swap(lines, bind, status);
      },
      /bind-first/,
    ],
    [
      'an event is dropped',
      'a3-recreate',
      (lines) =>
        without(
          lines,
          find(lines, (l) => l.kind === 'Event' && JSON.stringify(l.object).includes('ScalingReplicaSet')),
        ),
      /event/,
    ],
    [
      'an event says something else',
      'c-noexecute',
      (lines) =>
        edit(
          lines,
          find(lines, (l) => l.kind === 'Event' && JSON.stringify(l.object).includes('Marking for deletion')),
          (text) => text.replace('Marking for deletion', 'Removing'),
        ),
      /event/,
    ],
    [
      'a Pod too many of a ReplicaSet',
      'a3-recreate',
      (lines) => {
        const at = find(lines, (l) => l.kind === 'Pod' && l.type === 'ADDED');
        const line = lines[at] as Line;
        const twin = JSON.parse(
          JSON.stringify(line)
            .replaceAll(line.name, `${line.name}x`)
            .replace(/"uid":"[^"]*"(?=[^}]*\}\s*,"spec")/, '"uid":"twin"'),
        ) as Line;
        const last = lines.map((l) => l.kind === 'Pod' && l.type === 'ADDED').indexOf(true) + 6;
        return [...lines.slice(0, last), twin, ...lines.slice(last)];
      },
      /replicaset-count|not expected|still there/,
    ],
    [
      'a finished Pod runs again',
      'g-jobs',
      (lines) => {
        const at = find(lines, (l) => l.kind === 'Pod' && l.changed?.['status.phase']?.[1] === 'Succeeded');
        const { name, t } = lines[at] as Line;
        const again: Line = {
          t,
          type: 'MODIFIED',
          kind: 'Pod',
          name,
          changed: { 'status.phase': ['Succeeded', 'Running'] },
        };
        return [...lines.slice(0, at + 1), again, ...lines.slice(at + 1)];
      },
      /phase/,
    ],
    [
      'a Pod goes to a cordoned node',
      'k-spread',
      (lines) => {
        const cordon = find(lines, (l) => l.type === 'MARK' && (l.text ?? '').includes('cordon'));
        const at = lines.findIndex((l, i) => i > cordon && isBind(l));
        const cordoned =
          lines.slice(cordon).find((l) => l.kind === 'Node' && l.changed?.['spec.unschedulable'] !== undefined)?.name ??
          '';
        const node = String(lines[at]?.changed?.['spec.nodeName']?.[1]);
        return edit(lines, at, (text) => text.replaceAll(node, cordoned));
      },
      /bind-taint|track|placement/,
    ],
    [
      'the owner goes before what it owns, though it waits for it',
      'o-garbage',
      (lines) => {
        const marked = find(
          lines,
          (l) =>
            l.kind === 'Deployment' &&
            JSON.stringify(l.changed?.['metadata.finalizers'] ?? '').includes('foregroundDeletion'),
        );
        const { name } = lines[marked] as Line;
        const gone = lines.findIndex(
          (l, i) => i > marked && l.kind === 'Deployment' && l.name === name && l.type === 'DELETED',
        );
        const line = lines[gone] as Line;
        const rest = without(lines, gone);
        return [...rest.slice(0, marked + 1), line, ...rest.slice(marked + 1)];
      },
      /before|order|track/,
    ],
    [
      'a taint acts too early',
      'c-noexecute',
      (lines) => {
        const at = find(
          lines,
          (l) =>
            l.kind === 'Pod' &&
            l.name.endsWith('eight') &&
            l.changed?.['status.conditions[DisruptionTarget]'] !== undefined,
        );
        return lines.map((line, i) => (i >= at ? { ...line, t: line.t - 6 } : line));
      },
      /delay/,
    ],
    [
      'someone else wrote the status',
      'a-deployment',
      (lines) =>
        edit(
          lines,
          find(
            lines,
            (l) => l.kind === 'Deployment' && JSON.stringify(l.changed ?? '').includes('NewReplicaSetAvailable'),
          ),
          (text) => text.replace(/"writers":\[[^\]]*\]/, '"writers":["kubelet Update"]'),
        ),
      /by:/,
    ],
  ];

  it.each(MISTAKES)('finds it when %s', (_what, name, plant, words) => {
    const row = rowOf(name);
    const failures = failuresOf(row, plant(linesOf(row.id)));
    expect(failures.join('\n')).toMatch(words);
  });
});
