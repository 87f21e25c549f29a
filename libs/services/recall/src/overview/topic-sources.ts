import type { Memory, TopicSource } from '@cairn/contracts';
import { effectiveTime } from '@cairn/domain';

/** Counts memories by source and author, most frequent first. */
export function sourcesOf(memories: readonly Memory[]): TopicSource[] {
  const groups = Map.groupBy(memories, ({ source, author }) => JSON.stringify([source, author]));
  return [...groups.values()]
    .map((some) => ({
      source: some[0]!.source,
      author: some[0]!.author,
      memoryCount: some.length,
      newestAt: Math.max(...some.map(effectiveTime)),
    }))
    .sort((one, other) => other.memoryCount - one.memoryCount);
}
