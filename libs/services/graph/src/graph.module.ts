import { Module } from '@nestjs/common';
import { GraphMaintenanceController } from './graph-maintenance.controller.ts';
import { GraphCorrectionsController } from './graph-corrections.controller.ts';
import { GraphDuplicatesController } from './graph-duplicates.controller.ts';
import { GraphEvents } from './graph-events.controller.ts';
import { GraphNames } from './graph-names.ts';
import { GraphPeople } from './graph-people.ts';
import { MemoryTexts } from './memory-texts.ts';
import { MemoriesByName } from './naming-memories.ts';
import { GraphQuestions } from './graph-questions.ts';
import { GraphController } from './graph.controller.ts';

@Module({
  controllers: [
    GraphController,
    GraphMaintenanceController,
    GraphCorrectionsController,
    GraphDuplicatesController,
    GraphEvents,
  ],
  providers: [GraphNames, GraphPeople, MemoriesByName, MemoryTexts, GraphQuestions],
})
export class GraphModule {}
