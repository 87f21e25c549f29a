/** What the server acknowledged, by a word that only this memory holds. Kept by the client, which is not killed. */
export interface Acknowledged {
  readonly id: string;
  readonly content: string;
  readonly word: string;
  readonly version: number;
  /** What became of it: superseded it is kept and not found, forgotten it is gone. */
  readonly end?: 'superseded' | 'forgotten';
}

type Change = Partial<Pick<Acknowledged, 'content' | 'version' | 'end'>>;

export class Ledger {
  readonly acknowledged = new Map<string, Acknowledged>();
  /** One key answered with two ids. */
  mismatches = 0;
  /** Answers that named a version below one that was acknowledged, or above the only change. */
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
