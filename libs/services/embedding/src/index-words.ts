import { Injectable } from '@nestjs/common';
import type { ItemKind, Written } from '@cairn/contracts';
import { TextIndex, Truth, type Pointer } from '@cairn/ports';

/** Reads an item at its version and puts it into the word index. It never waits for an embedder. Safe to repeat. */
@Injectable()
export class IndexWords {
  constructor(
    private readonly truth: Truth,
    private readonly texts: TextIndex,
  ) {}

  async run(kind: ItemKind, written: Written): Promise<void> {
    const pointer = { orgId: written.orgId, kind, id: written.id as Pointer['id'] };
    const item = await this.truth.load(pointer);
    if (!item) return;

    if ('deletedAt' in item) await this.texts.remove(pointer.orgId, kind, pointer.id, item.version);
    else await this.texts.upsert(item);
    await this.truth.markIndexed(pointer, 'words', item.version);
  }
}
