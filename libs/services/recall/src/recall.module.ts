import { Module } from '@nestjs/common';
import { Associations } from './hits/associations.ts';
import { CandidateRetrieval } from './search/candidate-retrieval.ts';
import { ContextReader } from './question/context-reader.ts';
import { EmptyReasons } from './hits/empty-reasons.ts';
import { EventTimes } from './question/event-times.ts';
import { MemoryLinks } from './hits/memory-links.ts';
import { Hydration } from './hits/hydration.ts';
import { PatternRecall } from './patterns/pattern-recall.ts';
import { KnowledgeSearch } from './knowledge-search.ts';
import { NoteLines } from './notes/note-lines.ts';
import { NoteSearch } from './notes/note-search.ts';
import { NearSearch } from './preflight/near-search.ts';
import { Preflight } from './preflight/preflight.ts';
import { RankedSearch } from './search/ranked-search.ts';
import { ReadApi } from './read-api.ts';
import { RecallController } from './recall.controller.ts';
import { RecallMeasures } from './recall-measures.ts';
import { Recall } from './recall.ts';
import { Reranker } from './search/reranker.ts';
import { DenseRetriever } from './retrievers/dense-retriever.ts';
import { GraphRetriever } from './retrievers/graph-retriever.ts';
import { LexicalRetriever } from './retrievers/lexical-retriever.ts';
import { QueryEmbeddings } from './retrievers/query-embedding.ts';
import { WaitingVectors } from './retrievers/waiting-vectors.ts';
import { Retrievers, type Retriever } from './retrievers/retriever.ts';
import { TurnReader } from './session-turns.ts';
import { GraphAnswers } from './search/graph-answers.ts';
import { ForeignTopics } from './search/foreign-topics.ts';
import { Speakers } from './question/speakers.ts';
import { LabelledMemories } from './overview/labelled.ts';
import { Overview } from './overview/overview.ts';
import { WideSearch } from './hits/wide-search.ts';
import { Wake } from './wake/wake.ts';
import { DecisionLines } from './why/decision-line.ts';
import { Why } from './why/why.ts';

const retrievers = [LexicalRetriever, DenseRetriever, GraphRetriever];

@Module({
  controllers: [RecallController],
  providers: [
    ...retrievers,
    { provide: Retrievers, inject: retrievers, useFactory: (...all: Retriever[]) => new Retrievers(all) },
    ReadApi,
    TurnReader,
    Preflight,
    NearSearch,
    WideSearch,
    NoteSearch,
    KnowledgeSearch,
    NoteLines,
    PatternRecall,
    DecisionLines,
    Why,
    LabelledMemories,
    Overview,
    Wake,
    Recall,
    Associations,
    MemoryLinks,
    ContextReader,
    RankedSearch,
    CandidateRetrieval,
    Reranker,
    ForeignTopics,
    GraphAnswers,
    Hydration,
    EmptyReasons,
    QueryEmbeddings,
    WaitingVectors,
    RecallMeasures,
    Speakers,
    EventTimes,
  ],
})
export class RecallModule {}
