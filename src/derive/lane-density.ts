/** How many events of each lane lie between two steps, without walking over them: counts up to every 64th step. */
import type { TraceBuffer } from './trace-buffer.ts';

const BLOCK_BITS = 6;
const BLOCK = 1 << BLOCK_BITS;

export class LaneDensity {
  private readonly trace: TraceBuffer;
  private readonly lanes: number;
  /** At [block * lanes + lane]: events of the lane in steps 1..block * 64. */
  private upTo: Uint32Array;
  private blocks = 0;

  constructor(trace: TraceBuffer) {
    this.trace = trace;
    this.lanes = trace.tables.lanes.length;
    this.upTo = new Uint32Array(this.lanes * 64);
  }

  /** Events of the lane in steps from..to, both included. */
  count(lane: number, from: number, to: number): number {
    this.grow();
    const last = Math.min(to, this.trace.length);
    return last < from ? 0 : this.before(lane, last) - this.before(lane, Math.max(0, from - 1));
  }

  private before(lane: number, step: number): number {
    const block = Math.min(step >>> BLOCK_BITS, this.blocks);
    let found = this.upTo[block * this.lanes + lane] ?? 0;
    for (let k = block * BLOCK + 1; k <= step; k++) if (this.trace.lane(k) === lane) found++;
    return found;
  }

  private grow(): void {
    const wanted = this.trace.length >>> BLOCK_BITS;
    if ((wanted + 1) * this.lanes > this.upTo.length) {
      const larger = new Uint32Array((wanted + 1) * this.lanes * 2);
      larger.set(this.upTo);
      this.upTo = larger;
    }
    for (; this.blocks < wanted; this.blocks++) {
      const here = this.blocks * this.lanes;
      for (let lane = 0; lane < this.lanes; lane++) this.upTo[here + this.lanes + lane] = this.upTo[here + lane] ?? 0;
      for (let k = this.blocks * BLOCK + 1; k <= (this.blocks + 1) * BLOCK; k++) {
        const at = here + this.lanes + this.trace.lane(k);
        this.upTo[at] = (this.upTo[at] ?? 0) + 1;
      }
    }
  }
}
