import { join } from 'node:path';
import type { MessageInput } from '@cairn/contracts';
import { readNeutralJsonl } from '@cairn/importers';
import { readDataSet } from './data-set.ts';
import type { PeerItem } from './peer.ts';

/** Sets in the order in which their messages are taken; the questions are those of the first. */
const SETS = ['locomo', 'herb', 'qmsum'] as const;
/** Characters of the longest item: about what the model reads of a text, so that nobody's vectors miss its end. */
const TEXT_MAX = 1_000;

export interface PeerQuestion {
  readonly query: string;
  readonly gold: ReadonlySet<string>;
}

export interface PeerData {
  readonly items: readonly PeerItem[];
  /** Questions whose right answers are among the first items, so that a store of any size is asked the same ones. */
  readonly questions: readonly PeerQuestion[];
}

/** Reads this many messages, and the questions that the first `answerable` of them answer. */
export async function peersData(
  folder: string,
  { part, items: count, answerable }: { readonly part: string; readonly items: number; readonly answerable: number },
): Promise<PeerData> {
  const items = new Map<string, PeerItem>();
  for (const set of SETS) {
    for await (const parsed of readNeutralJsonl(join(folder, set, part))) {
      if (items.size >= count) break;
      const item = parsed.type === 'message' ? itemOf(parsed.input) : undefined;
      if (item && item.text.length <= TEXT_MAX && !items.has(item.text)) items.set(item.text, item);
    }
  }
  if (items.size < count) throw new Error(`${folder} has only ${items.size} messages`);

  const all = [...items.values()];
  const first = new Set(all.slice(0, answerable).map(({ id }) => id));
  const { queries } = await readDataSet(SETS[0], join(folder, SETS[0], part));
  const questions = queries
    .filter(({ target, gold }) => target === 'messages' && gold.length > 0 && gold.every((id) => first.has(id)))
    .map(({ query, gold }) => ({ query, gold: new Set(gold) }));
  return { items: all, questions };
}

function itemOf(message: MessageInput): PeerItem {
  const { timestamp, speaker, role, content, externalId } = message;
  const day = timestamp === undefined ? '' : `[${new Date(timestamp).toISOString().slice(0, 10)}] `;
  return { id: externalId ?? '', text: `${day}${speaker ?? role}: ${content}`.replaceAll(/\s+/g, ' ').trim(), message };
}
