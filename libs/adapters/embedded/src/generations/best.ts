/** Keeps the k greatest numbers, in a heap whose root is the least of them. */
export class GreatestNumbers {
  private readonly heap: Float64Array;
  private readonly count: number;

  constructor(count: number) {
    this.count = count;
    this.heap = new Float64Array(count).fill(-Infinity);
  }

  /** Least of the kept numbers; minus infinity while there are fewer than k. */
  get least(): number {
    return this.heap[0] as number;
  }

  offer(value: number): void {
    if (value > (this.heap[0] as number)) this.replaceLeast(value);
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
