import { Module } from '@nestjs/common';
import { AnswerComparison } from './answer-comparison.ts';
import { Comparison } from './comparison.ts';
import { GenerationsController } from './generations.controller.ts';
import { IndexGenerations } from './index-generations.ts';

/** The desk at which indexes are built anew, verified and switched; the work is done where events are handled. */
@Module({ controllers: [GenerationsController], providers: [IndexGenerations, Comparison, AnswerComparison] })
export class GenerationsModule {}
