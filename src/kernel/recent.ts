/**
 * Numbers of recently seen objects, by reference: at least the last `generation` objects, at most twice as many. Two
 * Maps, the older of which is dropped when the younger is full. A Map of all would weigh as much as what it points to,
 * miss every processor cache and stall at each growth; a WeakMap would burden the garbage collector besides.
 */
export class RecentObjects {
  private young = new Map<object, number>();
  private old = new Map<object, number>();

  constructor(private readonly generation: number) {}

  get(object: object): number | undefined {
    return this.young.get(object) ?? this.old.get(object);
  }

  set(object: object, number: number): void {
    if (this.young.size >= this.generation) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(object, number);
  }
}
