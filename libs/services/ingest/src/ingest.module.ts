import { Global, Module } from '@nestjs/common';
import { IngestApi } from '@cairn/ports';
import { AliasesController } from './aliases.controller.ts';
import { IngestController } from './ingest.controller.ts';
import { Ingest } from './ingest.ts';
import { KeysController } from './keys.controller.ts';
import { OutboxMeasures } from './outbox-measures.ts';
import { Sweeper } from './sweeper.ts';

@Global()
@Module({
  controllers: [IngestController, AliasesController, KeysController],
  providers: [Ingest, Sweeper, OutboxMeasures, { provide: IngestApi, useExisting: Ingest }],
  exports: [IngestApi],
})
export class IngestModule {}
