/** What a cure changes: lines that go, lines that come, a few of those that stay. */
export interface DiffLine {
  readonly kind: 'same' | 'old' | 'new' | 'gap';
  readonly text: string;
}

const AROUND = 1;

/** By the longest common subsequence of lines; programs of labs are short. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [before.trimEnd().split('\n'), after.trimEnd().split('\n')];
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [old = '', now = ''] = [a[i], b[j]];
    if (i < a.length && j < b.length && old === now) {
      lines.push({ kind: 'same', text: old });
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'old', text: old });
      i++;
    } else {
      lines.push({ kind: 'new', text: now });
      j++;
    }
  }
  return folded(lines);
}

function folded(lines: readonly DiffLine[]): readonly DiffLine[] {
  const near = (index: number): boolean =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some((one) => one.kind !== 'same');
  const kept: DiffLine[] = [];
  lines.forEach((line, index) => {
    if (near(index)) kept.push(line);
    else if (kept.at(-1)?.kind !== 'gap') kept.push({ kind: 'gap', text: '' });
  });
  return kept;
}
