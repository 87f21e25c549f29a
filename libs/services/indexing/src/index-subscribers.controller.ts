import { Controller } from '@nestjs/common';
import type { ItemId, ItemKind, Written } from '@cairn/contracts';
import { OnEvent } from '@cairn/platform';
import type { CONTINUE_RESULT, Pointer } from '@cairn/ports';
import { IndexItem } from './index-item.ts';

type Outcome = void | typeof CONTINUE_RESULT;

/** The index subscribers of the write path. Words and vectors are separate subscribers, so that words do not wait for the model. */
@Controller()
export class IndexSubscribers {
  constructor(private readonly items: IndexItem) {}

  @OnEvent('message.written', 'words')
  messageWords(written: Written): Promise<Outcome> {
    return this.items.run('words', pointerTo('message', written));
  }

  @OnEvent('message.written', 'vectors')
  messageVectors(written: Written): Promise<Outcome> {
    return this.items.run('vectors', pointerTo('message', written));
  }

  @OnEvent('memory.written', 'words')
  memoryWords(written: Written): Promise<Outcome> {
    return this.items.run('words', pointerTo('memory', written));
  }

  @OnEvent('memory.written', 'vectors')
  memoryVectors(written: Written): Promise<Outcome> {
    return this.items.run('vectors', pointerTo('memory', written));
  }

  @OnEvent('note.written', 'words')
  noteWords(written: Written): Promise<Outcome> {
    return this.items.run('words', pointerTo('note', written));
  }

  @OnEvent('note.written', 'vectors')
  noteVectors(written: Written): Promise<Outcome> {
    return this.items.run('vectors', pointerTo('note', written));
  }
}

const pointerTo = (kind: ItemKind, { orgId, id }: Written): Pointer => ({ orgId, kind, id: id as ItemId });
