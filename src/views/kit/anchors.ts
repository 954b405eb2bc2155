/** Anchors name a moment by what happens in it: they hold where an engine counts its steps differently. */
import type { TraceBuffer } from '../../derive/trace-buffer.ts';

/** Short forms that people write by hand. */
const ALIASES: Readonly<Record<string, { readonly kind: string; readonly detail?: string }>> = {
  bind: { kind: 'store.written', detail: 'bind' },
  create: { kind: 'store.written', detail: 'create' },
  delete: { kind: 'store.written', detail: 'delete' },
  apply: { kind: 'store.written', detail: 'apply' },
  patch: { kind: 'store.written', detail: 'patch' },
};

interface Anchor {
  readonly kind: string;
  readonly detail: string | undefined;
  readonly object: string;
  /** 0 = the first. */
  readonly occurrence: number;
}

/** "12", "step:12", "KIND:OBJECT", "KIND:OBJECT:OCCURRENCE"; OBJECT is "Pod/ns/name" or, for a Pod, "ns/name". */
function parse(text: string): Anchor | undefined {
  const [head = '', object = '', occurrence = '0', ...rest] = text.split(':');
  if (head === '' || rest.length > 0) return undefined;
  const alias = ALIASES[head];
  return {
    kind: alias?.kind ?? head,
    detail: alias?.detail,
    object,
    occurrence: Number(occurrence) || 0,
  };
}

/** "default/web-*" stands for the first of its kind, since names of Pods are drawn. */
function fits(written: string, key: string): boolean {
  if (written === '') return true;
  const pattern = written.endsWith('*') ? written.slice(0, -1) : undefined;
  const matches = (name: string): boolean => (pattern === undefined ? name === written : name.startsWith(pattern));
  return matches(key) || matches(key.slice(key.indexOf('/') + 1));
}

/** @returns the step, or undefined where the trace does not hold it (yet) */
export function findAnchor(trace: TraceBuffer, text: string): number | undefined {
  const plain = /^(?:step:)?(\d+)$/.exec(text)?.[1];
  if (plain !== undefined) return Number(plain) <= trace.length ? Number(plain) : undefined;
  const anchor = parse(text);
  if (anchor === undefined) return undefined;
  let left = anchor.occurrence;
  for (let step = 1; step <= trace.length; step++) {
    if (trace.kindName(step) !== anchor.kind) continue;
    if (anchor.detail !== undefined && trace.detail(step) !== anchor.detail) continue;
    if (fits(anchor.object, trace.object(step)) && left-- === 0) return step;
  }
  return undefined;
}

/** The anchor of a step: its kind, its object and which of those it is. "" for step 0. */
export function anchorOf(trace: TraceBuffer, step: number): string {
  if (step < 1) return '';
  const kind = trace.kindName(step);
  const object = trace.object(step);
  if (object.includes(':')) return `step:${String(step)}`;
  let occurrence = -1;
  for (let k = 1; k <= step; k++) if (trace.kindName(k) === kind && trace.object(k) === object) occurrence++;
  return `${kind}:${object}:${String(occurrence)}`;
}
