import { Controller } from '@nestjs/common';
import type { Written } from '@cairn/contracts';
import { OnEvent } from '@cairn/platform';
import { IndexVectors } from './index-vectors.ts';
import { IndexWords } from './index-words.ts';

/** The doors of the write path's events. Words and vectors are subscribers apart, so that a dead model never hides words. */
@Controller()
export class IndexSubscribers {
  constructor(
    private readonly words: IndexWords,
    private readonly vectors: IndexVectors,
  ) {}

  @OnEvent('message.written', 'words')
  messageWords(written: Written): Promise<void> {
    return this.words.run('message', written);
  }

  @OnEvent('message.written', 'vectors')
  messageVectors(written: Written): Promise<void> {
    return this.vectors.run('message', written);
  }

  @OnEvent('memory.written', 'words')
  memoryWords(written: Written): Promise<void> {
    return this.words.run('memory', written);
  }

  @OnEvent('memory.written', 'vectors')
  memoryVectors(written: Written): Promise<void> {
    return this.vectors.run('memory', written);
  }
}
