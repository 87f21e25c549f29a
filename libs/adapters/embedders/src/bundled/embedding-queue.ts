/** A text in tokens that waits for the model. */
export interface WaitingText {
  readonly ids: readonly number[];
}

/** After so many groups of queries in a row, the documents that wait have their turn: nothing waits for ever. */
const QUERIES_IN_A_ROW = 16;

/**
 * The order in which texts reach the model: queries before documents, each in the order of arrival, in groups of few
 * tokens, so that a query that comes in the midst of a bulk indexing waits for one group and not for the bulk.
 */
export class EmbeddingQueue<Text extends WaitingText> {
  readonly #waiting: { query: Text[]; document: Text[] } = { query: [], document: [] };
  readonly #groupTokens: number;
  #queriesInARow = 0;

  constructor(groupTokens: number) {
    this.#groupTokens = groupTokens;
  }

  get size(): number {
    return this.#waiting.query.length + this.#waiting.document.length;
  }

  add(kind: 'query' | 'document', text: Text): void {
    this.#waiting[kind].push(text);
  }

  /** The next group: one text, and those after it of the same kind as long as they fit. Empty when nothing waits. */
  next(): Text[] {
    const kind = this.#whoseTurn();
    this.#queriesInARow = kind === 'query' ? this.#queriesInARow + 1 : 0;
    return this.#waiting[kind].splice(0, this.#sizeOfGroup(this.#waiting[kind]));
  }

  /** Takes out everything that waits. */
  drain(): Text[] {
    return [...this.#waiting.query.splice(0), ...this.#waiting.document.splice(0)];
  }

  #whoseTurn(): 'query' | 'document' {
    const { query, document } = this.#waiting;
    if (query.length === 0) return 'document';
    return document.length > 0 && this.#queriesInARow >= QUERIES_IN_A_ROW ? 'document' : 'query';
  }

  #sizeOfGroup(texts: readonly Text[]): number {
    let tokens = 0;
    const full = texts.findIndex((text) => (tokens += text.ids.length) > this.#groupTokens);
    return full === -1 ? texts.length : Math.max(1, full);
  }
}
