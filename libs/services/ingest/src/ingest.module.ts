import { Module } from '@nestjs/common';
import { AliasesController } from './aliases.controller.ts';
import { FeedbackController } from './feedback.controller.ts';
import { IndexWatch } from './index-watch.ts';
import { ChangesController } from './changes.controller.ts';
import { DeadLettersController } from './dead-letters.controller.ts';
import { IngestController } from './ingest.controller.ts';
import { Ingest } from './ingest.ts';
import { ListingController } from './listing.controller.ts';
import { KeysController } from './keys.controller.ts';
import { OutboxMeasures } from './outbox-measures.ts';
import { SettingsController } from './settings.controller.ts';
import { Sweeper } from './sweeper.ts';
import { TraceController } from './trace.controller.ts';

@Module({
  controllers: [
    IngestController,
    ChangesController,
    ListingController,
    AliasesController,
    FeedbackController,
    KeysController,
    DeadLettersController,
    SettingsController,
    TraceController,
  ],
  providers: [Ingest, IndexWatch, Sweeper, OutboxMeasures],
})
export class IngestModule {}
