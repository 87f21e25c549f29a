/** A tokenised text that waits for the model. */
export interface WaitingText {
  readonly ids: readonly number[];
}

/** Maximum number of consecutive groups of queries while documents wait, so that documents always advance. */
const QUERY_GROUPS_IN_A_ROW_MAX = 16;

/**
 * Every group of documents with this interval starts with the call that has waited longest, however many texts this
 * call has left.
 */
const OLDEST_CALL_INTERVAL = 4;

/**
 * Orders texts for the model. Queries come before documents, in groups of few tokens, so that a query that arrives
 * during bulk indexing waits for one group and not for the whole bulk. Among documents, the call with the fewest
 * remaining texts comes first: a note waits for a group or two, even while books are being embedded.
 */
export class EmbeddingQueue<Text extends WaitingText> {
  /** Remaining texts of each call, in the order in which the calls arrived. */
  readonly #waiting: { query: Text[][]; document: Text[][] } = { query: [], document: [] };
  readonly #groupTokens: number;
  #queriesInARow = 0;
  #documentGroups = 0;

  constructor(groupTokens: number) {
    this.#groupTokens = groupTokens;
  }

  get size(): number {
    return [...this.#waiting.query, ...this.#waiting.document].reduce((sum, { length }) => sum + length, 0);
  }

  /** Whether documents wait, and no query. */
  get hasOnlyDocuments(): boolean {
    return this.#waiting.query.length === 0 && this.#waiting.document.length > 0;
  }

  /** Adds the texts of one call. */
  add(kind: 'query' | 'document', texts: readonly Text[]): void {
    this.#waiting[kind].push([...texts]);
  }

  /**
   * Returns the next group: one text, and the texts of the same kind after it as long as they fit. Empty if no text is
   * waiting.
   */
  next(): Text[] {
    const kind = this.#whoseTurn();
    this.#queriesInARow = kind === 'query' ? this.#queriesInARow + 1 : 0;
    const group = this.#groupFrom(kind === 'query' ? this.#waiting.query : this.#documentsInOrder());
    this.#waiting[kind] = this.#waiting[kind].filter(({ length }) => length > 0);
    return group;
  }

  /** Removes and returns all waiting texts. */
  drain(): Text[] {
    return [...this.#waiting.query.splice(0), ...this.#waiting.document.splice(0)].flat();
  }

  #whoseTurn(): 'query' | 'document' {
    const { query, document } = this.#waiting;
    if (query.length === 0) return 'document';
    return document.length > 0 && this.#queriesInARow >= QUERY_GROUPS_IN_A_ROW_MAX ? 'document' : 'query';
  }

  #documentsInOrder(): Text[][] {
    const isTurnOfOldest = ++this.#documentGroups % OLDEST_CALL_INTERVAL === 0;
    if (isTurnOfOldest) return this.#waiting.document;
    return this.#waiting.document.toSorted((a, b) => a.length - b.length);
  }

  #groupFrom(calls: readonly Text[][]): Text[] {
    const group: Text[] = [];
    let room = this.#groupTokens;
    for (const texts of calls) {
      while (texts.length > 0 && (group.length === 0 || texts[0]!.ids.length <= room)) {
        room -= texts[0]!.ids.length;
        group.push(texts.shift()!);
      }
      if (texts.length > 0) break;
    }
    return group;
  }
}
