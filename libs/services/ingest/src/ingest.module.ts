import { Module, type DynamicModule } from '@nestjs/common';
import { AuditController } from './audit.controller.ts';
import { AuditSealer } from './audit-sealer.ts';
import { AliasesController } from './aliases.controller.ts';
import { ForgetsController } from './forgets.controller.ts';
import { FeedbackController } from './feedback.controller.ts';
import { IndexWatch } from './items/index-watch.ts';
import { Confidences } from './items/confidences.ts';
import { ChangesController } from './items/changes.controller.ts';
import { CheckpointsController } from './checkpoints.controller.ts';
import { ContradictionsController } from './contradictions.controller.ts';
import { MeaningReviewController } from './meaning-review.controller.ts';
import { DeadLettersController } from './dead-letters.controller.ts';
import { QueuesController } from './queues.controller.ts';
import { IngestController } from './items/ingest.controller.ts';
import { Ingest } from './items/ingest.ts';
import { ListingController } from './items/listing.controller.ts';
import { KnowledgeBasesController } from './knowledge/knowledge-bases.controller.ts';
import { KnowledgeImport } from './knowledge/knowledge-import.ts';
import { KeysController } from './keys.controller.ts';
import { OrganisationsController } from './organisations.controller.ts';
import { PatternsController } from './patterns.controller.ts';
import { NoteLinksController } from './notes/note-links.controller.ts';
import { NotesController } from './notes/notes.controller.ts';
import { OwnText, OwnTextPolicy } from './items/own-text.ts';
import { PrivateReach } from './items/private-reach.ts';
import { ReadBack } from './items/read-back.ts';
import { OutboxMeasures } from './outbox-measures.ts';
import { HistoriesController } from './histories.controller.ts';
import { RetentionController } from './retention.controller.ts';
import { RetentionTimer } from './retention-timer.ts';
import { PrincipalsController } from './principals.controller.ts';
import { SettingsController } from './settings.controller.ts';
import { Sweeper } from './sweeper.ts';
import { ClosedChannelsController } from './closed-channels.controller.ts';
import { TeamsController } from './teams.controller.ts';
import { TraceController } from './trace.controller.ts';

export interface IngestOptions {
  /** Whether Cairn's own answers are taken out of messages. */
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
    ListingController,
    AliasesController,
    AuditController,
    FeedbackController,
    KeysController,
    PrincipalsController,
    TeamsController,
    ClosedChannelsController,
    OrganisationsController,
    KnowledgeBasesController,
    DeadLettersController,
    QueuesController,
    SettingsController,
    RetentionController,
    HistoriesController,
    TraceController,
    NotesController,
    NoteLinksController,
    PatternsController,
  ],
  providers: [
    AuditSealer,
    Confidences,
    Ingest,
    KnowledgeImport,
    OwnText,
    PrivateReach,
    ReadBack,
    IndexWatch,
    Sweeper,
    OutboxMeasures,
    RetentionTimer,
  ],
})
export class IngestModule {
  static forRoot({ ownText }: IngestOptions): DynamicModule {
    return { module: IngestModule, providers: [{ provide: OwnTextPolicy, useValue: new OwnTextPolicy(ownText) }] };
  }
}
