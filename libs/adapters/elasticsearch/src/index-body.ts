import type { ItemKind } from '@cairn/contracts';
import type { Bm25 } from '@cairn/ports';

/**
 * Where the words of a kind stand: apart for each kind, so that one never counts in the other's frequencies. `words` has
 * those of both other fields once, so that how many documents hold one is a number that Lucene has at hand.
 */
export const wordFields = {
  message: { terms: 'message_terms', parts: 'message_parts', words: 'message_words' },
  memory: { terms: 'memory_terms', parts: 'memory_parts', words: 'memory_words' },
  note: { terms: 'note_terms', parts: 'note_parts', words: 'note_words' },
} as const satisfies Record<ItemKind, Record<'terms' | 'parts' | 'words', string>>;

/**
 * What Elasticsearch finds candidates with: the recipes' own values. Answers are scored with those of the call, so that
 * others give the same hits, only later.
 */
export const indexedBm25: Readonly<Record<ItemKind, Bm25>> = {
  message: { k1: 0.9, b: 0.4 },
  memory: { k1: 1.2, b: 0.75 },
  note: { k1: 1.2, b: 0.75 },
};

/** Parts count half, so they saturate half as fast; their own number says nothing of a text's length. */
export const partsK1 = (kind: ItemKind): number => 2 * indexedBm25[kind].k1;

/** Stands among the parts of every item, so that the idf of a part counts all items. No term is ever encoded to it. */
export const EVERY_ITEM = '\ue080';

/** The name that writes go to: an alias, so that a write never makes an index without this mapping. */
export const writeAliasOf = (index: string): string => `${index}-write`;

const keyword = { type: 'keyword', doc_values: false } as const;
/** Kept for sorting and counting only. */
const column = { index: false, doc_values: true } as const;

/** What layout 2 keeps beside what layout 1 does. */
const since2 = {
  /** True for what not everyone may read, else absent. */
  closed: { type: 'boolean' as const, doc_values: false },
  validFrom: { type: 'long' as const },
  validTo: { type: 'long' as const },
  heldFrom: { type: 'long' as const },
  activeTo: { type: 'long' as const },
  knowledgeBase: keyword,
  subject: keyword,
  attribute: keyword,
};

/** One shard, so that an organisation's frequencies are all in one place; more organisations mean more indexes. */
export function indexBody(
  index: string,
  { refreshMs, layout }: { readonly refreshMs: number; readonly layout: number },
) {
  return {
    settings: {
      number_of_shards: 1,
      auto_expand_replicas: '0-1' as const,
      refresh_interval: `${refreshMs}ms`,
      similarity: { ...similaritiesOf('message'), ...similaritiesOf('memory') },
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
        ...(layout > 1 && since2),
        removed: { type: 'long' as const },
        length: { type: 'integer' as const, ...column },
        ...wordsOf('message'),
        ...wordsOf('memory'),
        ...noteFields,
      },
    },
  };
}

const similaritiesOf = (kind: ItemKind) => ({
  [wordFields[kind].terms]: { type: 'BM25' as const, ...indexedBm25[kind] },
  [wordFields[kind].parts]: { type: 'BM25' as const, k1: partsK1(kind), b: 0 },
});

/** Tokens in order, stored, since an exact score needs to know how often each stands there. */
function wordsOf(kind: ItemKind, scoredAs = kind) {
  const { terms, parts, words } = wordFields[kind];
  const similarity = wordFields[scoredAs];
  const text = { type: 'text' as const, analyzer: 'whitespace' };
  return {
    [terms]: { ...text, similarity: similarity.terms, store: true },
    [parts]: { ...text, similarity: similarity.parts, store: true, norms: false, index_options: 'freqs' as const },
    [words]: { ...text, norms: false, index_options: 'docs' as const },
  };
}

/** Scored as memories are: an open index takes new fields, but no new similarity. */
export const noteFields = wordsOf('note', 'memory');
