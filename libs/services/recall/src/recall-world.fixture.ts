import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqlAliases } from '@cairn/adapter-sql';
import {
  EmbeddedTextIndex,
  EmbeddedVectorIndex,
  SqliteEmbeddingStore,
  SqliteStore,
  SqliteThreads,
  SqliteTruth,
} from '@cairn/adapter-embedded';
import { SqlRulings } from '@cairn/adapter-sql';
import { BundledEmbedder } from '@cairn/adapter-embedders';
import type { Item, PreflightRequest, Principal } from '@cairn/contracts';
import { Metrics } from '@cairn/platform';
import { LiveWords, SystemClock, type Embedder, type NewItem, type TextIndex } from '@cairn/ports';
import { OneModel } from '@cairn/testing';
import { embeddedText } from '@cairn/text';
import { CandidateRetrieval } from './candidate-retrieval.ts';
import { ContextReader } from './context-reader.ts';
import { EmptyReasons } from './empty-reasons.ts';
import { EventTimes } from './event-times.ts';
import { Hydration } from './hydration.ts';
import { NearSearch } from './preflight/near-search.ts';
import { Preflight } from './preflight/preflight.ts';
import { RankedSearch } from './ranked-search.ts';
import { ReadApi } from './read-api.ts';
import { RecallMeasures } from './recall-measures.ts';
import { Recall } from './recall.ts';
import { Reranker } from './reranker.ts';
import { DenseRetriever } from './retrievers/dense-retriever.ts';
import { LexicalRetriever } from './retrievers/lexical-retriever.ts';
import { QueryEmbeddings } from './retrievers/query-embedding.ts';
import { Retrievers, type Retriever } from './retrievers/retriever.ts';
import { Speakers } from './speakers.ts';

/**
 * For tests: recall over the embedded stores and the model that ships. `asking` answers the queries in place of that model,
 * words are looked for in `elsewhere` in place of the truth's own file, and `more` are retrievers beside the two.
 */
export async function recallWorld(asking?: Embedder, elsewhere?: TextIndex, more: readonly Retriever[] = []) {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-recall-'));
  const clock = new SystemClock();
  const embedder = new BundledEmbedder();
  const { modelId, dims } = embedder;
  const threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
  const truth = new SqliteTruth({ threads, clock });
  const aliases = new SqlAliases(new SqliteStore({ threads, clock }));
  const texts = elsewhere ?? new EmbeddedTextIndex(threads);
  const vectors = new EmbeddedVectorIndex({ threads, dataDir, modelId, dims });
  const embeddings = new SqliteEmbeddingStore({ threads });
  const model = asking ?? embedder;
  const words = new SettableWords(texts);
  const retrievers = new Retrievers([
    new LexicalRetriever(),
    new DenseRetriever(vectors, embeddings, new QueryEmbeddings()),
    ...more,
  ]);
  const contexts = new ContextReader(
    new Speakers(truth, aliases),
    new EventTimes(truth),
    new OneModel(model),
    words,
    clock,
  );
  const search = new RankedSearch(new CandidateRetrieval(truth, retrievers), new Reranker());
  const hydration = new Hydration(truth);
  const near = new NearSearch(contexts, search, hydration);
  const preflights = new Preflight(truth, new SqlRulings(new SqliteStore({ threads, clock })), clock);
  const preflight = (asker: Principal, request: PreflightRequest) =>
    preflights.check(asker, request, (asked) => near.find(asker, asked));
  const answers = new Recall(
    contexts,
    search,
    hydration,
    new EmptyReasons(truth, search),
    truth,
    new RecallMeasures(new Metrics()),
  );
  const recall = new ReadApi(truth, answers);

  /** Stores items and puts them into both indexes. */
  const remember = async (author: Principal, ...items: NewItem[]) => {
    const receipts = await truth.write(author, items);
    for (const { kind, id } of receipts) {
      const item = (await truth.load({ orgId: author.orgId, kind, id: id as Item['id'] })) as Item;
      const text = embeddedText(item);
      const [embedded] = await embedder.embed([text], 'document');
      const chunk = { from: 0, to: text.length, vector: embedded!.vector, tokens: embedded!.tokens };
      await embeddings.keep({ orgId: author.orgId, kind, id: item.id }, modelId, text, [chunk]);
      await Promise.all([vectors.upsert(item, [embedded!.vector]), elsewhere?.upsert(item)]);
      await truth.markIndexed({ orgId: author.orgId, kind, id: item.id }, 'vectors', item.version);
    }
    return receipts;
  };

  const close = async () => {
    await Promise.all([vectors.close(), embedder.close()]);
    await threads.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { recall, preflight, contexts, search, remember, truth, aliases, texts, vectors, embeddings, words, close };
}

/** The words that are live, until a test makes others live. */
class SettableWords extends LiveWords {
  live: Pick<TextIndex, 'forQuestion'>;

  constructor(live: TextIndex) {
    super();
    this.live = live;
  }

  override async forQuestion() {
    return this.live.forQuestion();
  }
}
