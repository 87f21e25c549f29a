/** Finds the least of the greatest so many numbers, with a heap whose root is the least of those seen. */
export class Best {
  private readonly heap: Float64Array;
  private readonly count: number;

  constructor(count: number) {
    this.count = count;
    this.heap = new Float64Array(count);
  }

  /** Minus infinity when there are fewer. */
  leastOf(values: ArrayLike<number>): number {
    this.heap.fill(-Infinity);
    for (let index = 0; index < values.length; index++) {
      const value = values[index] as number;
      if (value > (this.heap[0] as number)) this.replaceLeast(value);
    }
    return this.heap[0] as number;
  }

  private replaceLeast(value: number): void {
    const { heap, count } = this;
    let at = 0;
    for (let child = 1; child < count; child = 2 * at + 1) {
      if (child + 1 < count && (heap[child + 1] as number) < (heap[child] as number)) child++;
      if ((heap[child] as number) >= value) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = value;
  }
}
