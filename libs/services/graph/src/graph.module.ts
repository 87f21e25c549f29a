import { Module } from '@nestjs/common';
import { GraphController } from './graph.controller.ts';

@Module({ controllers: [GraphController] })
export class GraphModule {}
