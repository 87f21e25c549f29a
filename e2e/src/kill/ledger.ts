/** What the server acknowledged, by idempotency key. Kept by the client, which is not killed. */
export interface Acknowledged {
  readonly id: string;
  readonly content: string;
  /** A word that only this memory holds. */
  readonly word: string;
}

export class Ledger {
  readonly acknowledged = new Map<string, Acknowledged>();
  /** One key answered with two ids. */
  mismatches = 0;

  acknowledge(key: string, entry: Acknowledged): void {
    const before = this.acknowledged.get(key);
    if (before && before.id !== entry.id) this.mismatches++;
    this.acknowledged.set(key, entry);
  }
}
