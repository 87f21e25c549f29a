import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Item, ItemKind, Written } from '@cairn/contracts';
import { Embedder, EmbeddingStore, Truth, VectorIndex, type ChunkEmbedding, type Pointer } from '@cairn/ports';
import { chunk, embeddedText } from '@cairn/text';

/** Reads an item at its version, embeds its text in chunks, and puts it into the vector index. Safe to repeat. */
@Injectable()
export class IndexVectors {
  constructor(
    private readonly truth: Truth,
    private readonly embedder: Embedder,
    private readonly embeddings: EmbeddingStore,
    private readonly vectors: VectorIndex,
  ) {}

  async run(kind: ItemKind, written: Written): Promise<void> {
    const pointer = { orgId: written.orgId, kind, id: written.id as Pointer['id'] };
    const item = await this.truth.load(pointer);
    if (!item) return;

    if ('deletedAt' in item) await this.vectors.remove(pointer.orgId, kind, pointer.id, item.version);
    else await this.index(pointer, item);
    await this.truth.markIndexed(pointer, 'vectors', item.version);
  }

  private async index(pointer: Pointer, item: Item): Promise<void> {
    const text = embeddedText(item);
    const title = item.kind === 'memory' ? item.title : '';
    const contentHash = createHash('sha256')
      .update(JSON.stringify([title, text]))
      .digest('hex');
    const { orgId } = pointer;
    const { modelId } = this.embedder;

    const chunks = (await this.embeddings.find(orgId, modelId, contentHash)) ?? (await this.embed(text, title));
    await this.embeddings.keep(pointer, modelId, contentHash, chunks);
    await this.vectors.upsert(
      item,
      chunks.map(({ vector }) => vector),
    );
  }

  /** Each chunk after the first says again what the whole is about: a passage alone often names nothing of it. */
  private async embed(text: string, title: string): Promise<ChunkEmbedding[]> {
    const countTokens = (part: string) => this.embedder.countTokens(part);
    const readable = this.embedder.maxTokens - SPECIAL_TOKENS;
    const fits = countTokens(title) <= readable * TITLE_SHARE;
    const heading = title === '' || !fits ? '' : `${title}\n`;
    const whole = countTokens(text) <= readable;
    const pieces = chunk(text, { maxTokens: whole ? readable : readable - countTokens(heading), countTokens });
    const embedded = await this.embedder.embed(
      pieces.map(({ from, to }, at) => (at === 0 ? '' : heading) + text.slice(from, to)),
      'document',
    );
    return pieces.map(({ from, to }, at) => {
      const { vector, tokens } = embedded[at]!;
      return { from, to, vector, tokens };
    });
  }
}

/** A longer title is not repeated: it would leave no room for the text. */
const TITLE_SHARE = 0.25;

/** Start and end markers that the model adds to each text. */
const SPECIAL_TOKENS = 2;
