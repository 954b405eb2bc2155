/** int32 by dense id, 0 where nothing was set; in pages, so that ids that come in clusters take little room. */

const BITS = 8;
const MASK = 2 ** BITS - 1;

export class IdTable {
  private readonly pages: (Int32Array | undefined)[] = [];

  get(id: number): number {
    const page = this.pages[id >> BITS];
    return page === undefined ? 0 : (page[id & MASK] as number);
  }

  set(id: number, value: number): void {
    const index = id >> BITS;
    // No holes: an array with holes is slower for good.
    while (this.pages.length <= index) this.pages.push(undefined);
    const page = this.pages[index] ?? new Int32Array(2 ** BITS);
    this.pages[index] = page;
    page[id & MASK] = value;
  }
}
