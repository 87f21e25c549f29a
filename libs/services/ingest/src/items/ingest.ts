import { Injectable } from '@nestjs/common';
import {
  CairnError,
  type ItemId,
  type ItemKind,
  type ItemResponse,
  type KnowledgeBaseId,
  type MemoryInput,
  type MessageInput,
  type Receipt,
  type RulingImportKind,
} from '@cairn/contracts';
import { mayReachBase, scopeOf, asBaseMember, type Principal } from '@cairn/domain';
import { runInSpan, mapYielding, maskedCountsOf, Uses } from '@cairn/platform';
import { ItemWriter, ItemReader, type NewItem } from '@cairn/ports';
import { textFeaturesOf } from '@cairn/text';
import { knowledgeBases, type KnowledgeBases, newMemory, newMessage, ofRulingImport, sha256 } from '@cairn/store';
import { overwriteOf } from './overwrite.ts';
import { IndexWatch } from './index-watch.ts';
import { OwnText } from './own-text.ts';
import { describeUnderstanding } from './read-back.ts';

/** Options of a write. */
export interface WriteOptions {
  readonly idempotencyKey?: string | undefined;
  /** The longest time in ms to wait until the indexes have the items; absent: no wait. */
  readonly waitMs?: number | undefined;
  /** Whether to store items that were forgotten before. */
  readonly overwrite?: boolean | undefined;
  /** Kind of files that an import reads, if its memories bind without a review. */
  readonly importKind?: RulingImportKind | undefined;
}

/**
 * Checks rules that schemas cannot express, assigns ids, and writes to the truth either all items of a call or none.
 */
@Injectable()
export class Ingest {
  constructor(
    private readonly writer: ItemWriter,
    private readonly items: ItemReader,
    private readonly watch: IndexWatch,
    private readonly ownText: OwnText,
    @Uses(knowledgeBases) private readonly bases: KnowledgeBases,
  ) {}

  async addMessages(
    author: Principal,
    messages: readonly MessageInput[],
    options: WriteOptions = {},
  ): Promise<Receipt[]> {
    const made = await newItems(author, messages, newMessage);
    return this.store(author, await Promise.all(made.map((each) => this.withoutOwnText(author, each))), options);
  }

  async addMemories(
    author: Principal,
    memories: readonly MemoryInput[],
    options: WriteOptions = {},
  ): Promise<Receipt[]> {
    const { importKind } = options;
    const made = await newItems(author, memories, (...sent) => ofRulingImport(newMemory(...sent), importKind));
    const isToldOf = memories.length <= READ_BACK_MAX;
    const told = isToldOf ? await Promise.all(made.map(addUnderstood(author))) : made;
    return this.store(author, told, options);
  }

  /** Stores chunks in a knowledge base that the author reaches. */
  async addChunks(
    author: Principal,
    id: KnowledgeBaseId,
    chunks: readonly MemoryInput[],
    overwrite = false,
  ): Promise<Receipt[]> {
    const made = await newItems(asBaseMember(author, id), chunks, newMemory);
    return this.store(
      author,
      made.map(({ item, told }) => ({ item: { ...item, derived: derivedOfChunk(item), knowledgeBase: id }, told })),
      { overwrite },
    );
  }

  async find(principal: Principal, kind: ItemKind, id: ItemId, channel?: string): Promise<ItemResponse> {
    const item = await this.items.find(scopeOf(principal, channel), kind, id);
    const found = item ?? (kind === 'memory' ? await this.findChunk(principal, id, channel) : undefined);
    if (!found) throw new CairnError('item/unknown', `no ${kind} ${id}`);
    return found as ItemResponse;
  }

  /** Finds a chunk in the knowledge bases that the call reaches. */
  private async findChunk(principal: Principal, id: ItemId, channel: string | undefined) {
    const all = await this.bases.list({ orgId: principal.orgId });
    const reached = all.filter((base) => mayReachBase(principal, base, channel));
    if (reached.length === 0) return undefined;
    const inside = reached.reduce((within, { knowledgeBaseId }) => asBaseMember(within, knowledgeBaseId), principal);
    return this.items.find(scopeOf(inside, channel), 'memory', id);
  }

  async forget(principal: Principal, kind: ItemKind, id: ItemId, channel?: string): Promise<void> {
    const scope = scopeOf(principal, channel);
    const facts = { 'cairn.org_id': principal.orgId, 'cairn.item_id': id };
    const forgotten = await runInSpan('truth forget', () => this.writer.forget(scope, principal, kind, id), { facts });
    if (!forgotten) throw new CairnError('item/unknown', `no ${kind} ${id}`);
  }

  /**
   * Removes Cairn's own answers from a message. The content hash remains the hash of the text as sent, so that a
   * repeated write is recognised.
   */
  private async withoutOwnText(author: Principal, made: MadeItem): Promise<MadeItem> {
    const { item, told } = made;
    if (item.kind !== 'message') return made;
    const { content, ids } = await this.ownText.without(author, item.input);
    if (ids.length === 0) return made;
    const input = { ...item.input, content };
    const derived = { ...textFeaturesOf(input), contentHash: item.derived.contentHash };
    return { item: { ...item, input, derived }, told: { ...told, recalled: [...ids] } };
  }

  private async store(author: Principal, made: readonly MadeItem[], options: WriteOptions): Promise<Receipt[]> {
    const { idempotencyKey, waitMs } = options;
    const overwrite = overwriteOf(author, options.overwrite);
    const items = made.map(({ item }) => item);
    const sent = items.map(({ input }) => input);
    const idempotency =
      idempotencyKey === undefined ? undefined : { key: idempotencyKey, requestHash: sha256([items[0]?.kind, sent]) };
    const stored = await runInSpan('truth write', () => this.writer.write(author, items, idempotency, overwrite), {
      facts: { 'cairn.org_id': author.orgId, 'cairn.items': items.length },
    });
    const receipts = stored.map((receipt, at) => ({ ...receipt, ...made[at]?.told }));
    return waitMs === undefined ? receipts : this.untilIndexed(author, receipts, waitMs);
  }

  /**
   * Waits for the indexes and updates the receipts. The items are stored already, so after a failure the receipts only show
   * older index states.
   */
  private async untilIndexed(author: Principal, receipts: Receipt[], waitMs: number): Promise<Receipt[]> {
    const pointers = receipts.map(({ kind, id }) => ({ orgId: author.orgId, kind, id: id as ItemId }));
    const states = await this.watch.untilIndexed(pointers, waitMs);
    return receipts.map((receipt, at) => ({ ...receipt, index: states?.[at] ?? receipt.index }));
  }
}

interface MadeItem {
  readonly item: NewItem;
  /** Fields to add to the receipt of an item, about its text. */
  readonly told: Pick<Receipt, 'masked' | 'recalled' | 'understood'>;
}

/** Greatest number of items whose receipts say how the server understood them. Nobody would read more receipts. */
const READ_BACK_MAX = 20;

const addUnderstood =
  (author: Principal) =>
  async ({ item, told }: MadeItem): Promise<MadeItem> => {
    const understood = item.kind === 'memory' ? await describeUnderstanding(author, item.input) : [];
    return { item, told: { ...told, ...(understood.length > 0 && { understood }) } };
  };

/** Builds items from inputs that are masked already, so that no hash, feature or index contains a secret. */
const newItems = <Input extends MessageInput | MemoryInput>(
  author: Principal,
  inputs: readonly Input[],
  make: (author: Principal, input: Input, field: string) => NewItem,
): Promise<MadeItem[]> =>
  mapYielding(inputs, (sent, at) => {
    const masked = maskedCountsOf(sent);
    return { item: make(author, sent, fieldOf(inputs, at)), told: masked ? { masked } : {} };
  });

/**
 * Changes the merge key of a chunk and removes its statement, so that equal texts in two documents stay two chunks, since
 * one of the documents may change, and so that a text may return to a document.
 */
function derivedOfChunk({ derived, input }: NewItem): NewItem['derived'] {
  const { mergeKey, ...others } = derived;
  const { sourceUrl } = input.provenance;
  const isKeyed = mergeKey !== undefined && sourceUrl !== undefined;
  return { ...others, mergeKey: isKeyed ? sha256([mergeKey, sourceUrl]) : mergeKey, statement: undefined };
}

/** Returns the prefix of the field in an issue. It is the position of the item in a batch; empty for a single item. */
const fieldOf = (items: readonly unknown[], at: number): string => (items.length === 1 ? '' : `[${at}].`);
