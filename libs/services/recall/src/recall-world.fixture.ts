import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  SqlEmbeddingStore,
  SqlEvidence,
  SqlGraphs,
  SqlIdentity,
  SqlLinks,
  SqlNotes,
  conversations,
  callsOf,
  feedback,
  briefings,
  rulings,
  aliases,
  lifecycle,
} from '@cairn/store';
import {
  EmbeddedTextIndex,
  EmbeddedVectorIndex,
  SqliteStore,
  SqliteThreads,
  SqliteTruth,
} from '@cairn/adapter-embedded';
import { BundledEmbedder } from '@cairn/adapter-embedders';
import type { Item, MessageSearchRequest, PreflightRequest, RecallRequest, RecentRequest } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { Metrics } from '@cairn/platform';
import { LiveWords, SystemClock, type Embedder, type NewItem, type Pointer, type TextIndex } from '@cairn/ports';
import { aNewNote, OneModel } from '@cairn/testing';
import { embeddedText } from '@cairn/text';
import { Associations } from './hits/associations.ts';
import { CandidateRetrieval } from './search/candidate-retrieval.ts';
import { ContextReader } from './question/context-reader.ts';
import { EmptyReasons } from './hits/empty-reasons.ts';
import { EventTimes } from './question/event-times.ts';
import { MemoryLinksController } from './hits/memory-links.controller.ts';
import { Hydration } from './hits/hydration.ts';
import { PatternRecallController } from './patterns/pattern-recall.controller.ts';
import { NoteLinesController } from './notes/note-lines.controller.ts';
import { NoteSearchController } from './notes/note-search.controller.ts';
import { NearSearch } from './preflight/near-search.ts';
import { PreflightController } from './preflight/preflight.controller.ts';
import { RankedSearch } from './search/ranked-search.ts';
import { RecallController } from './recall.controller.ts';
import { RecallMeasures } from './recall-measures.ts';
import { Recall } from './recall.ts';
import { Reranker } from './search/reranker.ts';
import { GraphAnswers } from './search/graph-answers.ts';
import { ForeignTopics } from './search/foreign-topics.ts';
import { DenseRetriever } from './retrievers/dense-retriever.ts';
import { GraphRetriever } from './retrievers/graph-retriever.ts';
import { LexicalRetriever } from './retrievers/lexical-retriever.ts';
import { QueryEmbeddings } from './retrievers/query-embedding.ts';
import { WaitingVectors } from './retrievers/waiting-vectors.ts';
import { Retrievers, type Retriever } from './retrievers/retriever.ts';
import { TurnReader } from './session-turns.ts';
import { Speakers } from './question/speakers.ts';
import { LabelledMemories } from './overview/labelled.ts';
import { OverviewController } from './overview/overview.controller.ts';
import { WideSearch } from './hits/wide-search.ts';
import { WakeController } from './wake/wake.controller.ts';
import { DecisionLines } from './why/decision-line.ts';
import { WhyController } from './why/why.controller.ts';

/**
 * For tests: recall over the embedded stores and the model that ships. `asking` answers the queries in place of that model,
 * words are looked for in `elsewhere` in place of the truth's own file, and `related` stands in for the graph's retriever.
 */
export async function recallWorld(asking?: Embedder, elsewhere?: TextIndex, related?: Retriever) {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-recall-'));
  const clock = new SystemClock();
  const embedder = new BundledEmbedder();
  const { modelId, dims } = embedder;
  const threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
  const truth = new SqliteTruth({ threads, clock });
  const names = callsOf(aliases, new SqliteStore({ threads, clock }));
  const changes = callsOf(lifecycle, new SqliteStore({ threads, clock }));
  const texts = elsewhere ?? new EmbeddedTextIndex(threads);
  const vectors = new EmbeddedVectorIndex({ threads, dataDir, modelId, dims });
  const embeddings = new SqlEmbeddingStore(new SqliteStore({ threads, clock }));
  const model = asking ?? embedder;
  const models = new OneModel(model);
  const words = new SettableWords(texts);
  const links = new SqlLinks(new SqliteStore({ threads, clock }));
  const graphs = new SqlGraphs(new SqliteStore({ threads, clock }));
  const waiting = new WaitingVectors(truth);
  // Tests run on busy machines, and ask for the answer, not for its time.
  waiting.waitMs = 60_000;
  const retrievers = new Retrievers([
    new LexicalRetriever(),
    new DenseRetriever(vectors, embeddings, new QueryEmbeddings(), waiting),
    related ?? new GraphRetriever(graphs, truth),
  ]);
  const contexts = new ContextReader(
    new Speakers(truth, names),
    new EventTimes(truth, truth),
    models,
    words,
    clock,
    truth,
  );
  const search = new RankedSearch(
    new CandidateRetrieval(truth, links, retrievers),
    new Reranker(),
    new ForeignTopics(truth),
    new GraphAnswers(graphs, truth),
  );
  const hydration = new Hydration(truth);
  const near = new NearSearch(contexts, search, hydration, callsOf(briefings, new SqliteStore({ threads, clock })));
  const preflights = new PreflightController(truth, callsOf(rulings, new SqliteStore({ threads, clock })), clock, near);
  const preflight = (asker: Principal, body: PreflightRequest) => preflights.check(asker, { body });
  const store = new SqliteStore({ threads, clock });
  const emptyReasons = new EmptyReasons(truth, search);
  const associations = new Associations(truth, truth, changes, graphs, clock);
  const measures = new RecallMeasures(new Metrics());
  const evidence = new SqlEvidence(store);
  const answers = new Recall(
    contexts,
    search,
    hydration,
    associations,
    emptyReasons,
    truth,
    changes,
    evidence,
    measures,
  );
  const wide = new WideSearch(contexts, search, hydration, emptyReasons);
  const why = new WhyController(wide, new DecisionLines(truth, changes, callsOf(conversations, store)), evidence);
  const overview = new OverviewController(wide, new LabelledMemories(truth, graphs), truth, changes, evidence);
  const wake = new WakeController(truth, callsOf(briefings, store), changes, callsOf(rulings, store), clock);
  const controller = new RecallController(truth, answers, new TurnReader(truth, truth));
  const recall = {
    recall: (asker: Principal, body: RecallRequest) => controller.recall(asker, { body }),
    searchMessages: (asker: Principal, body: MessageSearchRequest) => controller.searchMessages(asker, { body }),
    recent: (asker: Principal, query: RecentRequest) => controller.recent(asker, { query }),
  };

  const index = async (pointer: Pointer) => {
    const item = (await truth.load(pointer)) as Item;
    const text = embeddedText(item);
    const [embedded] = await embedder.embed([text], 'document');
    const chunk = { from: 0, to: text.length, vector: embedded!.vector, tokens: embedded!.tokens };
    await embeddings.keep(pointer, modelId, text, [chunk]);
    await Promise.all([vectors.upsert(item, [embedded!.vector]), elsewhere?.upsert(item)]);
    await truth.markIndexed(pointer, 'vectors', item.version);
  };

  /** Stores items and puts them into both indexes. */
  const remember = async (author: Principal, ...items: NewItem[]) => {
    const receipts = await truth.write(author, items);
    for (const { kind, id } of receipts) await index({ orgId: author.orgId, kind, id: id as Item['id'] });
    return receipts;
  };

  const notes = new SqlNotes(store);
  const given = callsOf(feedback, store);
  /** Stores a version of a note in the workspace `default` and puts its sections into both indexes. */
  const keepNote = async (author: Principal, path: string, text: string) => {
    await notes.put(scopeOf(author), author, { workspace: { name: 'default' }, note: aNewNote(path, text) });
    const sections: Item[] = await truth.list(scopeOf(author), { kind: 'note' }, { order: 'stored', limit: 1000 });
    for (const { orgId, kind, id } of sections) await index({ orgId, kind, id });
  };

  const close = async () => {
    await Promise.all([vectors.close(), embedder.close()]);
    await threads.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    identity: new SqlIdentity({ store, clock }),
    recall,
    preflight,
    why,
    overview,
    wake,
    lifecycle: changes,
    links,
    memoryLinks: new MemoryLinksController(truth, truth, links, associations),
    contexts,
    search,
    remember,
    index,
    notes,
    keepNote,
    noteSearch: new NoteSearchController(notes, contexts, search, hydration),
    noteLines: new NoteLinesController(notes, truth),
    patterns: new PatternRecallController(contexts, search, hydration),
    truth,
    graphs,
    aliases: names,
    feedback: given,
    texts,
    vectors,
    embeddings,
    words,
    models,
    close,
  };
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
