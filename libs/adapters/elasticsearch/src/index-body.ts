import type { ItemKind } from '@cairn/contracts';
import type { Bm25 } from '@cairn/ports';

/**
 * Maps a kind to the names of its word fields. Each kind has separate fields, so that the kinds do not share
 * frequencies. `words` has each word of `terms` and `parts` once, from which Lucene knows the number of documents with
 * a word.
 */
export const wordFields = {
  message: { terms: 'message_terms', parts: 'message_parts', words: 'message_words' },
  memory: { terms: 'memory_terms', parts: 'memory_parts', words: 'memory_words' },
  note: { terms: 'note_terms', parts: 'note_parts', words: 'note_words' },
} as const satisfies Record<ItemKind, Record<'terms' | 'parts' | 'words', string>>;

/**
 * BM25 parameters with which Elasticsearch finds candidates, equal to the parameters of the recipes. Scores are
 * computed with the parameters of the call, so different parameters also give correct hits, only more slowly.
 */
export const indexedBm25: Readonly<Record<ItemKind, Bm25>> = {
  message: { k1: 0.9, b: 0.4 },
  memory: { k1: 1.2, b: 0.75 },
  note: { k1: 1.2, b: 0.75 },
};

/**
 * Returns k1 of the field for parts. An occurrence among parts counts half, so the field saturates half as fast. The
 * number of parts says nothing about the length of a text.
 */
export const k1OfParts = (kind: ItemKind): number => 2 * indexedBm25[kind].k1;

/**
 * Token that every item has among its parts, so that the idf of a part is computed over all items. No term is ever
 * encoded as this token.
 */
export const EVERY_ITEM_TOKEN = '\ue080';

/** Returns the name of the alias for writes. Writing to an alias never creates an index, which would lack our mapping. */
export const writeAliasOf = (index: string): string => `${index}-write`;

const keyword = { type: 'keyword', doc_values: false } as const;
/** Field that is only used for sorting and counting. */
const column = { index: false, doc_values: true } as const;

/**
 * Builds the settings and mapping of an index. The index has one shard, so that the frequencies of an organisation are
 * in one place.
 */
export function indexBody(index: string, refreshMs: number) {
  return {
    settings: {
      number_of_shards: 1,
      auto_expand_replicas: '0-1' as const,
      refresh_interval: `${refreshMs}ms`,
      similarity: { ...similaritiesOf('message'), ...similaritiesOf('memory'), ...similaritiesOf('note') },
    },
    aliases: { [writeAliasOf(index)]: {} },
    mappings: {
      dynamic: 'strict' as const,
      _source: { enabled: false },
      _routing: { required: true },
      properties: {
        org: keyword,
        kind: keyword,
        id: { type: 'keyword' as const, ...column },
        reader: keyword,
        channel: keyword,
        subchannel: keyword,
        group: { type: 'keyword' as const },
        store: keyword,
        category: keyword,
        tags: keyword,
        state: keyword,
        time: { type: 'long' as const },
        /** True for restricted items; absent for all others. */
        closed: { type: 'boolean' as const, doc_values: false },
        validFrom: { type: 'long' as const },
        validTo: { type: 'long' as const },
        heldFrom: { type: 'long' as const },
        activeTo: { type: 'long' as const },
        knowledgeBase: keyword,
        subject: keyword,
        attribute: keyword,
        removed: { type: 'long' as const },
        length: { type: 'integer' as const, ...column },
        ...wordsOf('message'),
        ...wordsOf('memory'),
        ...wordsOf('note'),
      },
    },
  };
}

const similaritiesOf = (kind: ItemKind) => ({
  [wordFields[kind].terms]: { type: 'BM25' as const, ...indexedBm25[kind] },
  [wordFields[kind].parts]: { type: 'BM25' as const, k1: k1OfParts(kind), b: 0 },
});

/** Fields of tokens in their order. They are stored, since an exact score needs the count of each token. */
function wordsOf(kind: ItemKind) {
  const { terms, parts, words } = wordFields[kind];
  const text = { type: 'text' as const, analyzer: 'whitespace' };
  return {
    [terms]: { ...text, similarity: terms, store: true },
    [parts]: { ...text, similarity: parts, store: true, norms: false, index_options: 'freqs' as const },
    [words]: { ...text, norms: false, index_options: 'docs' as const },
  };
}
