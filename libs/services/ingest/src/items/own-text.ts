import { Injectable } from '@nestjs/common';
import { isShortId, type Item, type ItemId, type MessageInput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { quotedIds, removeRecalled } from '@cairn/prompt';
import { Metrics } from '@cairn/platform';
import { ItemReader } from '@cairn/ports';

/** Setting for Cairn's own answers in messages: `remove` or `keep`. */
export class OwnTextPolicy {
  constructor(readonly policy: 'remove' | 'keep') {}
}

const kinds = ['memory', 'message', 'note'] as const;

/**
 * Removes Cairn's own answers from messages, so that a recalled text is not stored and recalled again. Compares a message
 * only with items that its sender may read.
 */
@Injectable()
export class OwnText {
  private readonly removed;

  constructor(
    private readonly items: ItemReader,
    private readonly configured: OwnTextPolicy,
    metrics: Metrics,
  ) {
    this.removed = metrics.counter({
      name: 'cairn_recalled_items_removed_total',
      help: 'Items of answers that were taken out of messages that brought them back.',
    });
  }

  /** Returns the content to store, and the ids of the items whose text was removed. */
  async without(
    author: Principal,
    { content, channel }: Pick<MessageInput, 'content' | 'channel'>,
  ): Promise<{ readonly content: string; readonly ids: readonly string[] }> {
    const quoted = this.configured.policy === 'keep' ? [] : quotedIds(content);
    if (quoted.length === 0) return { content, ids: [] };
    const scope = scopeOf(author, channel);
    const ids = [
      ...quoted.filter((id) => !isShortId(id)),
      ...(await this.items.idsByEnd(scope, quoted.filter(isShortId))),
    ];
    const found = await Promise.all(
      kinds.map((kind) =>
        this.items.hydrate(scope, { kind, includeArchived: true, includeProposed: true }, ids as ItemId[]),
      ),
    );
    const stored = new Map(found.flat().map((item) => [item.id as string, textOf(item)]));
    const without = removeRecalled(content, stored);
    this.removed.inc(without.ids.length);
    return { content: without.text, ids: without.ids };
  }
}

const textOf = (item: Item): string => (item.kind === 'message' ? item.content : `${item.title}\n${item.content}`);
