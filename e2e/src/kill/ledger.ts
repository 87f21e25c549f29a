/** Acknowledged writes by the one word that only each memory contains. Kept by the client, which is not killed. */
export interface Acknowledged {
  readonly id: string;
  readonly content: string;
  readonly word: string;
  readonly version: number;
  /** Expected end: a superseded or rejected (archived) memory is kept but not found, a forgotten one is gone. */
  readonly end?: 'superseded' | 'forgotten' | 'archived' | 'proposed' | undefined;
}

type Change = Partial<Pick<Acknowledged, 'content' | 'version' | 'end'>>;

export class Ledger {
  readonly acknowledged = new Map<string, Acknowledged>();
  /** Number of idempotency keys that were answered with two ids. */
  mismatches = 0;
  /** Number of answers with a version below an acknowledged one, or above the only change. */
  wrongVersions = 0;

  acknowledge(word: string, entry: Acknowledged): void {
    const before = this.acknowledged.get(word);
    if (before && before.id !== entry.id) this.mismatches++;
    this.acknowledged.set(word, entry);
  }

  changed(word: string, change: Change): void {
    this.acknowledged.set(word, { ...this.acknowledged.get(word)!, ...change });
  }
}
