import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Item } from '@cairn/contracts';
import { inSpan } from '@cairn/platform';
import { EmbeddingStore, type ChunkEmbedding, type Embedder } from '@cairn/ports';
import { chunk, embeddedText } from '@cairn/text';
import { IndexMeasures } from './index-measures.ts';

/** What a model makes of an item: kept from before where the text was the same, embedded in chunks where not. */
@Injectable()
export class ItemVectors {
  constructor(
    private readonly embeddings: EmbeddingStore,
    private readonly measures: IndexMeasures,
  ) {}

  /** One vector a chunk, in order. They are kept, so that an index can be built again without the model. */
  async of(item: Item, model: Embedder): Promise<Float32Array[]> {
    const text = embeddedText(item);
    const title = item.kind === 'memory' ? item.title : '';
    const contentHash = createHash('sha256')
      .update(JSON.stringify([title, text]))
      .digest('hex');
    const { orgId, kind, id } = item;
    const { modelId } = model;

    const chunks = (await this.embeddings.find(orgId, modelId, contentHash)) ?? (await this.embed(model, text, title));
    await this.embeddings.keep({ orgId, kind, id }, modelId, contentHash, chunks);
    return chunks.map(({ vector }) => vector);
  }

  /** Each chunk after the first says again what the whole is about: a passage alone often names nothing of it. */
  private async embed(model: Embedder, text: string, title: string): Promise<ChunkEmbedding[]> {
    const countTokens = (part: string) => model.countTokens(part);
    const readable = model.maxTokens - SPECIAL_TOKENS;
    const fits = countTokens(title) <= readable * TITLE_SHARE;
    const heading = title === '' || !fits ? '' : `${title}\n`;
    const whole = countTokens(text) <= readable;
    const pieces = chunk(text, { maxTokens: whole ? readable : readable - countTokens(heading), countTokens });
    const passages = pieces.map(({ from, to }, at) => (at === 0 ? '' : heading) + text.slice(from, to));
    const embedded = await inSpan(
      'embed',
      () => this.measures.embedded(passages.length, () => model.embed(passages, 'document')),
      { facts: { 'cairn.passages': passages.length } },
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
