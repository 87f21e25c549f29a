import { Injectable } from '@nestjs/common';
import type { Item, ItemId } from '@cairn/contracts';
import { Memo, RankingReader, withTimeout, type ChunkEmbedding, type Embedder } from '@cairn/ports';
import type { Filter } from '@cairn/domain';
import { chunkText, textToEmbed } from '@cairn/text';
import type { RecallContext } from '../question/recall-context.ts';

/** A passage of an embedded text, with its vector. */
export type EmbeddedPassage = ChunkEmbedding;

export interface WaitingItem {
  readonly id: ItemId;
  /** The passages of the item, at least one. */
  readonly passages: readonly EmbeddedPassage[];
}

/**
 * The most waiting items that are embedded for a question; `PASSAGES_MAX` is the most passages of all these items
 * together.
 */
const WAITING_ITEMS_MAX = 32;
const PASSAGES_MAX = 32;
/**
 * The most passages of an item that is embedded for a question; a longer text waits for the index, which embeds it in
 * parts.
 */
const PASSAGES_OF_ITEM_MAX = 4;
const CHARS_PER_TOKEN = 4;
/** The start and end tokens that the model adds to each text. */
const SPECIAL_TOKENS = 2;
const CACHED_VECTORS_MAX = 500;

/**
 * Makes vectors of new items that no vector index contains yet. The same model embeds the question and these items, so
 * new items are compared by meaning on the same scale as others. Each text is embedded once.
 */
@Injectable()
export class WaitingVectors {
  /**
   * Time in ms that a question waits for these vectors. Items without a vector by then get their word score in place of the
   * dense scores.
   */
  waitMs = 1_000;
  private readonly remembered = new Memo<string, readonly EmbeddedPassage[]>({ max: CACHED_VECTORS_MAX });

  constructor(private readonly ranking: RankingReader) {}

  /** Embeds the newest waiting items within the filter. Returns fewer items if the model is slow or unavailable. */
  async of({ scope, model }: Asking, filter: Filter): Promise<readonly WaitingItem[]> {
    const items = await this.itemsOf({ scope, model }, filter);
    const ready: WaitingItem[] = [];
    const all = Promise.all(
      textsThatFit(items, model).map(async (text) => ready.push(await this.embedded(text, model))),
    );
    await withTimeout(
      this.waitMs,
      all.catch(() => undefined),
      () => undefined,
    );
    return [...ready];
  }

  protected itemsOf({ scope, model }: Asking, filter: Filter): Promise<Item[]> {
    const charsMax = PASSAGES_OF_ITEM_MAX * (model.maxTokens - SPECIAL_TOKENS) * CHARS_PER_TOKEN;
    return this.ranking.waiting(scope, filter, { limit: WAITING_ITEMS_MAX, charsMax });
  }

  private async embedded({ id, text, pieces }: Text, model: Embedder): Promise<WaitingItem> {
    const passages = await this.remembered.of(`${model.modelId}\n${text}`, async () => {
      const texts = pieces.map(({ from, to }) => text.slice(from, to));
      const embeddings = await model.embed(texts, 'document', { isAwaited: true });
      return embeddings.map(({ vector, tokens }, at) => ({ ...pieces[at]!, vector, tokens }));
    });
    return { id, passages };
  }
}

type Asking = Pick<RecallContext, 'scope' | 'model'>;

interface Text {
  readonly id: ItemId;
  readonly text: string;
  readonly pieces: readonly { readonly from: number; readonly to: number }[];
}

/** Selects the newest texts that have at most `PASSAGES_MAX` passages together. */
function textsThatFit(items: readonly Item[], model: Embedder): Text[] {
  const countTokens = (text: string) => model.countTokens(text);
  const texts: Text[] = [];
  let passages = 0;
  for (const item of items) {
    const text = textToEmbed(item);
    const pieces = chunkText(text, { maxTokens: model.maxTokens - SPECIAL_TOKENS, countTokens, from: 0 });
    passages += pieces.length;
    if (passages > PASSAGES_MAX) break;
    if (pieces.length > 0) texts.push({ id: item.id as ItemId, text, pieces });
  }
  return texts;
}
