import { Global, Module } from '@nestjs/common';
import { IngestApi } from '@cairn/ports';
import { IngestController } from './ingest.controller.ts';
import { Ingest } from './ingest.ts';
import { KeysController } from './keys.controller.ts';
import { Sweeper } from './sweeper.ts';

@Global()
@Module({
  controllers: [IngestController, KeysController],
  providers: [Ingest, Sweeper, { provide: IngestApi, useExisting: Ingest }],
  exports: [IngestApi],
})
export class IngestModule {}
