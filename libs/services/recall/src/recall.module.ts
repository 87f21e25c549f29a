import { Module } from '@nestjs/common';
import { Candidates } from './candidates.ts';
import { EventTimes } from './event-times.ts';
import { Judge } from './judge.ts';
import { QueryEmbeddings } from './query-embedding.ts';
import { RecallController } from './recall.controller.ts';
import { RecallMeasures } from './recall-measures.ts';
import { Recall } from './recall.ts';
import { Speakers } from './speakers.ts';

@Module({
  controllers: [RecallController],
  providers: [Recall, Candidates, Judge, QueryEmbeddings, RecallMeasures, Speakers, EventTimes],
})
export class RecallModule {}
