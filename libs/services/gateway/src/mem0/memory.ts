import { cutAtWord } from '@cairn/text';
import type { Memory, Revision } from '@cairn/contracts';
import { entitiesOfTags } from './entities.ts';
import { metadataOfProvenance } from './metadata.ts';

const TITLE_CHARS = 80;

/** Title of a memory that has only a text. */
export const titleOf = (text: string): string => cutAtWord(text.trim().split('\n')[0]!, TITLE_CHARS);

const timeText = (at: number): string => new Date(at).toISOString();
const DAY_CHARS = 10;

/** A memory in the form of mem0. */
export const shownMemory = (memory: Memory) => ({
  id: memory.id,
  memory: memory.content,
  ...entitiesOfTags(memory.tags),
  metadata: metadataOfProvenance(memory.provenance),
  categories: [memory.category],
  created_at: timeText(memory.createdAt),
  /** Unknown of a memory that was changed: its history has the times. */
  updated_at: memory.version === 1 ? timeText(memory.createdAt) : null,
  expiration_date: memory.validTo === null ? null : timeText(memory.validTo).slice(0, DAY_CHARS),
});

/** The history of a memory in the form of mem0, oldest first. `revisions` are its former versions, newest first. */
export function shownHistory(memory: Memory, revisions: readonly Revision[]) {
  const former = revisions.toReversed();
  const versions = [...former, memory];
  return versions.map(({ version, content, tags }, at) => {
    const since = former[at - 1]?.changedAt;
    return {
      id: `${memory.id}:${version}`,
      memory_id: memory.id,
      old_memory: versions[at - 1]?.content ?? null,
      new_memory: content,
      event: version === 1 ? 'ADD' : 'UPDATE',
      ...entitiesOfTags(tags),
      created_at: timeText(since ?? memory.createdAt),
      updated_at: timeText(since ?? memory.createdAt),
    };
  });
}
