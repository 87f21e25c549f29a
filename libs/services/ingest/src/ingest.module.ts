import { Module, type DynamicModule } from '@nestjs/common';
import { AliasesController } from './aliases.controller.ts';
import { ForgetsController } from './forgets.controller.ts';
import { FeedbackController } from './feedback.controller.ts';
import { IndexWatch } from './items/index-watch.ts';
import { Confidences } from './items/confidences.ts';
import { ChangesController } from './items/changes.controller.ts';
import { CheckpointsController } from './checkpoints.controller.ts';
import { ContradictionsController } from './contradictions.controller.ts';
import { ProposalAdviceController } from './proposal-advice.controller.ts';
import { ProposalAdvice } from './proposal-advice.ts';
import { ProposedMeaning } from './proposed-meaning.ts';
import { MeaningReviewController } from './meaning-review.controller.ts';
import { IngestController } from './items/ingest.controller.ts';
import { Ingest } from './items/ingest.ts';
import { ConversationsController } from './items/conversations.controller.ts';
import { ListingController } from './items/listing.controller.ts';
import { KnowledgeBasesController } from './knowledge/knowledge-bases.controller.ts';
import { KnowledgeImport } from './knowledge/knowledge-import.ts';
import { PatternsController } from './patterns.controller.ts';
import { NoteLinksController } from './notes/note-links.controller.ts';
import { NotesController } from './notes/notes.controller.ts';
import { FeedController } from './feed.controller.ts';
import { DigestController } from './digest/digest.controller.ts';
import { OwnText, OwnTextPolicy } from './items/own-text.ts';
import { ExtractionsController } from './extractions.controller.ts';
import { ReviewsController } from './reviews.controller.ts';
import { ProposalsController } from './proposals.controller.ts';
import { PrivateReach } from './items/private-reach.ts';
import { ReadBack } from './items/read-back.ts';
import { ImportsController } from './imports.controller.ts';
import { HistoriesController } from './histories.controller.ts';
import { Sweeper } from './sweeper.ts';
import { TraceController } from './trace.controller.ts';

export interface IngestOptions {
  /** Whether Cairn's own answers are removed from messages before they are stored. */
  readonly ownText: 'remove' | 'keep';
}

@Module({
  controllers: [
    IngestController,
    ChangesController,
    CheckpointsController,
    ContradictionsController,
    MeaningReviewController,
    ForgetsController,
    ConversationsController,
    ListingController,
    AliasesController,
    FeedbackController,
    KnowledgeBasesController,
    HistoriesController,
    ImportsController,
    TraceController,
    NotesController,
    NoteLinksController,
    PatternsController,
    ExtractionsController,
    ProposalsController,
    ProposalAdviceController,
    ReviewsController,
    DigestController,
    FeedController,
  ],
  providers: [
    Confidences,
    Ingest,
    KnowledgeImport,
    OwnText,
    PrivateReach,
    ProposedMeaning,
    ProposalAdvice,
    ReadBack,
    IndexWatch,
    Sweeper,
  ],
})
export class IngestModule {
  static forRoot({ ownText }: IngestOptions): DynamicModule {
    return { module: IngestModule, providers: [{ provide: OwnTextPolicy, useValue: new OwnTextPolicy(ownText) }] };
  }
}
