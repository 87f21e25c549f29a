import { availableParallelism } from 'node:os';
import { Module, type DynamicModule } from '@nestjs/common';
import { Embedders, VectorSearch } from '@cairn/ports';
import { answering } from './answering.ts';
import { RecallHealthController } from './recall-health.controller.ts';
import { MemoryLinksController } from './hits/memory-links.controller.ts';
import { PatternRecallController } from './patterns/pattern-recall.controller.ts';
import { KnowledgeSearchController } from './knowledge-search.controller.ts';
import { NoteLinesController } from './notes/note-lines.controller.ts';
import { NoteSearchController } from './notes/note-search.controller.ts';
import { StopRecorder } from './preflight/stop-recorder.ts';
import { PreflightController } from './preflight.controller.ts';
import { RecallController } from './recall.controller.ts';
import { RecallMeasures } from './recall-measures.ts';
import { Answers } from './answers.ts';
import { AnswersHere } from './answers-here.ts';
import { QueryEmbeddings } from './retrievers/query-embedding.ts';
import { WaitingVectors } from './retrievers/waiting-vectors.ts';
import { TurnReader } from './session-turns.ts';
import { LabelledMemories } from './overview/labelled.ts';
import { OverviewController } from './overview/overview.controller.ts';
import { WideSearch } from './hits/wide-search.ts';
import { ExtractionPreviewController } from './extraction/extraction-preview.controller.ts';
import { Handoffs } from './wake/handoffs.ts';
import { WakeController } from './wake/wake.controller.ts';
import { DecisionLines } from './why/decision-line.ts';
import { WhyController } from './why/why.controller.ts';
import { RecallThreads, usefulThreads, type RecallThreadsOptions } from './recall-threads.ts';

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
    ...answering,
    { provide: Answers, useExisting: AnswersHere },
    TurnReader,
    StopRecorder,
    WideSearch,
    Handoffs,
    DecisionLines,
    LabelledMemories,
  ],
})
export class RecallModule {
  /** Answers recalls and checks actions on as many of these threads as the machine has a use for. */
  static onThreads(options: RecallThreadsOptions): DynamicModule {
    const inject = [AnswersHere, Embedders, VectorSearch, QueryEmbeddings, WaitingVectors, RecallMeasures] as const;
    const count = usefulThreads(options.count, availableParallelism());
    type Parts = [AnswersHere, Embedders, VectorSearch, QueryEmbeddings, WaitingVectors, RecallMeasures];
    const threads = (...[here, embedders, vectors, queries, waiting, measures]: Parts) =>
      new RecallThreads({ here, embedders, vectors, queries, waiting, measures }, { ...options, count });
    return { module: RecallModule, providers: [{ provide: Answers, inject: [...inject], useFactory: threads }] };
  }
}
