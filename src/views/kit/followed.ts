import type { TraceBuffer } from '../../derive/trace-buffer.ts';

/** Bookkeeping that nobody would follow. */
const NOISE = /^(?:Event|Lease)\//;
const OBJECT = /^[A-Z]\w*\/[^*]+$/;
const BACK_MAX = 400;

/** The object that a person would watch at this step: that of the last step that is about one. "" where none is. */
export function followedObject(trace: TraceBuffer, step: number): string {
  for (let k = step; k > Math.max(0, step - BACK_MAX); k--) {
    const key = trace.object(k);
    if (OBJECT.test(key) && !NOISE.test(key)) return key;
  }
  return '';
}
