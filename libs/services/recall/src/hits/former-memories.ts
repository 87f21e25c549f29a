import type { FormerMemory, Item } from '@cairn/contracts';
import type { Lifecycle, SaidText } from '@cairn/store';
import type { RecallContext } from '../question/recall-context.ts';

/** Characters of the text that holds now; a line of the block shows less. */
const NOW_CHARS = 200;

/**
 * Finds the memories that said what hits say and that hold no longer. A memory that holds by itself says what holds, so
 * that only messages, notes, chunks and proposals are asked about.
 */
export async function formerMemoriesOf(
  lifecycle: Lifecycle,
  { scope, askedAt }: Pick<RecallContext, 'scope' | 'askedAt'>,
  items: readonly Item[],
): Promise<ReadonlyMap<string, FormerMemory>> {
  const texts = items.filter(mayBeOutdated);
  if (texts.length === 0) return new Map();
  const found = await lifecycle.former({ scope, texts: texts.map(saidBy), at: askedAt });
  return new Map(found.map(({ of, ...former }) => [of, withBeginning(former)]));
}

const mayBeOutdated = (item: Item): boolean =>
  item.kind !== 'memory' || item.state === 'proposed' || item.knowledgeBase !== null;

const saidBy = (item: Item): SaidText => ({
  ...{ id: item.id, content: item.content },
  ...(item.kind === 'message' ? {} : { title: item.title }),
  ...(item.kind === 'note' ? {} : { source: item.source, externalId: item.externalId }),
  ...(item.project !== undefined && { project: item.project }),
});

function withBeginning({ now, ...former }: Omit<Awaited<ReturnType<Lifecycle['former']>>[number], 'of'>): FormerMemory {
  return { ...former, ...(now && { now: { id: now.id, title: now.title, text: now.content.slice(0, NOW_CHARS) } }) };
}
