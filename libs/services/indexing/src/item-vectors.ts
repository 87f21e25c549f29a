import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Item } from '@cairn/contracts';
import { runInSpan, Uses } from '@cairn/platform';
import { CONTINUE_RESULT, type ChunkEmbedding, type EmbeddedExtent, type Embedder, type Pointer } from '@cairn/ports';
import { chunkText, textToEmbed } from '@cairn/text';
import { embeddingStore, keepChunks, type EmbeddingStore } from '@cairn/store';
import { IndexMeasures } from './index-measures.ts';

/**
 * Number of passages that are embedded before other work gets its turn. The bundled model takes a second or two for
 * them.
 */
const PASSAGES_AT_ONCE = 32;

/**
 * Estimated characters per token, for a model whose card states no other value. A text that is short by this estimate
 * is embedded at once.
 */
const CHARACTERS_PER_TOKEN = 4;

/** Greatest fraction of a chunk that a title may take. A longer title is not repeated in each chunk. */
const TITLE_SHARE = 0.25;

/** The start and end tokens that the model adds to each text. */
const SPECIAL_TOKENS = 2;

/** A text prepared for the model. */
interface Reading {
  readonly item: Item;
  readonly text: string;
  readonly title: string;
  readonly model: Embedder;
  readonly contentHash: string;
}

/** Makes the vectors of an item, one for each chunk. If the text is unchanged, reads the stored vectors instead. */
@Injectable()
export class ItemVectors {
  constructor(
    @Uses(embeddingStore) private readonly embeddings: EmbeddingStore,
    private readonly measures: IndexMeasures,
  ) {}

  /**
   * Returns one vector for each chunk, in order. Vectors are stored, so that an index can be rebuilt without the model.
   * For a long text, each call embeds one part and returns `CONTINUE_RESULT` until all parts are embedded. Between two
   * calls, other work gets its turn, and the text may change or be forgotten.
   */
  async of(item: Item, model: Embedder): Promise<Float32Array[] | typeof CONTINUE_RESULT> {
    const text = textToEmbed(item);
    const title = item.kind === 'message' ? '' : item.title;
    const contentHash = createHash('sha256')
      .update(JSON.stringify([title, text]))
      .digest('hex');
    const reading = { item, text, title, model, contentHash };
    const isLong = text.length > PASSAGES_AT_ONCE * model.maxTokens * CHARACTERS_PER_TOKEN;
    if (isLong && !(await this.embedPart(reading))) return CONTINUE_RESULT;
    return this.all(reading);
  }

  private async all(reading: Reading): Promise<Float32Array[]> {
    const { item, model, contentHash } = reading;
    const { modelId } = model;
    const kept = await this.embeddings.find({ orgId: item.orgId, modelId, contentHash });
    const chunks = kept ?? (await this.embed(reading, { chunks: 0, to: 0 }));
    await keepChunks(this.embeddings, { pointer: pointerTo(item), modelId, contentHash, chunks });
    // Failpoint: vectors/after-embed-before-index
    return chunks.map(({ vector }) => vector);
  }

  /** Embeds the next part of a text. Returns whether the whole text is embedded now. */
  private async embedPart(reading: Reading): Promise<boolean> {
    const { item, text, model, contentHash } = reading;
    const done = (await this.embeddings.extent({ orgId: item.orgId, modelId: model.modelId, contentHash })) ?? {
      chunks: 0,
      to: 0,
    };
    if (isBlank(text, done.to)) return true;
    const chunks = await this.embed(reading, done, PASSAGES_AT_ONCE);
    const isLast = isBlank(text, chunks.at(-1)!.to);
    await keepChunks(this.embeddings, {
      pointer: pointerTo(item),
      modelId: model.modelId,
      contentHash,
      at: done.chunks,
      chunks,
      isLast,
    });
    return isLast;
  }

  /**
   * Embeds chunks. Each chunk after the first begins with the title, since a passage alone often does not name its topic.
   */
  private async embed(
    { text, title, model }: Reading,
    done: EmbeddedExtent,
    piecesMax?: number,
  ): Promise<ChunkEmbedding[]> {
    const countTokens = (part: string) => model.countTokens(part);
    const readable = model.maxTokens - SPECIAL_TOKENS;
    const fits = countTokens(title) <= readable * TITLE_SHARE;
    const heading = title === '' || !fits ? '' : `${title}\n`;
    const whole = piecesMax === undefined && countTokens(text) <= readable;
    const maxTokens = whole ? readable : readable - countTokens(heading);
    const pieces = chunkText(text, { maxTokens, countTokens, from: done.to, piecesMax });
    const passages = pieces.map(({ from, to }, at) => (done.chunks + at === 0 ? '' : heading) + text.slice(from, to));
    const embedded = await runInSpan(
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

const isBlank = (text: string, from: number): boolean => text.slice(from).trim() === '';

/** Makes a pointer to an item, without its text, which may be long. */
const pointerTo = ({ orgId, kind, id }: Item): Pointer => ({ orgId, kind, id });
