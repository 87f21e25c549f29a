/** A store's method that a test counts the calls of. */
type Method = (...args: never[]) => Promise<unknown>;

/**
 * For tests: counts how often stores are asked, and in how many rounds: calls under way at once are one. The answers of a
 * round are handed over together, so that the count depends on what waits for what and not on which store is faster.
 */
export class StoreRounds {
  readonly calls: string[] = [];
  rounds = 0;
  private open: { readonly done: () => void }[] = [];
  private running = 0;

  /** From now on, calls of these methods of a store are counted. */
  count<Store extends object>(name: string, store: Store, methods: readonly (keyof Store & string)[]): void {
    for (const method of methods) {
      const original = (store[method] as Method).bind(store) as Method;
      Object.assign(store, { [method]: (...args: never[]) => this.held(`${name}.${method}`, () => original(...args)) });
    }
  }

  reset(): void {
    this.calls.length = 0;
    this.rounds = 0;
  }

  private async held<Answer>(call: string, ask: () => Promise<Answer>): Promise<Answer> {
    this.calls.push(call);
    this.running++;
    try {
      return await ask();
    } finally {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.open.push({ done: resolve });
      this.running--;
      setImmediate(() => this.endRound());
      await promise;
    }
  }

  private endRound(): void {
    if (this.running > 0 || this.open.length === 0) return;
    this.rounds++;
    for (const { done } of this.open.splice(0)) done();
  }
}
