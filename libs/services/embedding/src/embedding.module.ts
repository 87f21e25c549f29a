import { Module } from '@nestjs/common';
import { IndexSubscribers } from './index-subscribers.controller.ts';
import { IndexVectors } from './index-vectors.ts';
import { IndexWords } from './index-words.ts';

@Module({ controllers: [IndexSubscribers], providers: [IndexWords, IndexVectors] })
export class EmbeddingModule {}
