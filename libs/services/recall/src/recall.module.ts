import { Module } from '@nestjs/common';
import { Associations } from './hits/associations.ts';
import { CandidateRetrieval } from './search/candidate-retrieval.ts';
import { ContextReader } from './question/context-reader.ts';
import { EmptyReasons } from './hits/empty-reasons.ts';
import { EventTimes } from './question/event-times.ts';
import { RecallHealthController } from './recall-health.controller.ts';
import { MemoryLinksController } from './hits/memory-links.controller.ts';
import { Hydration } from './hits/hydration.ts';
import { PatternRecallController } from './patterns/pattern-recall.controller.ts';
import { KnowledgeSearchController } from './knowledge-search.controller.ts';
import { NoteLinesController } from './notes/note-lines.controller.ts';
import { NoteSearchController } from './notes/note-search.controller.ts';
import { NearSearch } from './preflight/near-search.ts';
import { StopRecorder } from './preflight/stop-recorder.ts';
import { PreflightController } from './preflight/preflight.controller.ts';
import { RankedSearch } from './search/ranked-search.ts';
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
import { OverviewController } from './overview/overview.controller.ts';
import { WideSearch } from './hits/wide-search.ts';
import { ExtractionPreviewController } from './extraction/extraction-preview.controller.ts';
import { Handoffs } from './wake/handoffs.ts';
import { WakeController } from './wake/wake.controller.ts';
import { DecisionLines } from './why/decision-line.ts';
import { WhyController } from './why/why.controller.ts';

const retrievers = [LexicalRetriever, DenseRetriever, GraphRetriever];

@Module({
  controllers: [
    RecallHealthController,
    RecallController,
    PreflightController,
    WhyController,
    OverviewController,
    NoteSearchController,
    KnowledgeSearchController,
    NoteLinesController,
    WakeController,
    PatternRecallController,
    MemoryLinksController,
    ExtractionPreviewController,
  ],
  providers: [
    ...retrievers,
    { provide: Retrievers, inject: retrievers, useFactory: (...all: Retriever[]) => new Retrievers(all) },
    TurnReader,
    NearSearch,
    StopRecorder,
    WideSearch,
    Handoffs,
    DecisionLines,
    LabelledMemories,
    Recall,
    Associations,
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
