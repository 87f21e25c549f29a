import type { OwnersRequest, OwnersResponse } from './graph-questions.ts';
import type { MemoryHit, RecallResponse } from './recall.ts';

const MEMORIES_MAX = 5;
/** Least coverage: half of the weight of the name's words. */
const NAMES_IT = 0.5;

/**
 * Builds a recall of memories that mention an entity for which the graph knows no owner, also none of a namesake; one of them may
 * name the owner. Undefined when an owner is known. The graph does not search texts, so the caller of both makes this recall.
 */
export const recallOfNaming = (
  { entity, channel }: Pick<OwnersRequest, 'entity' | 'channel'>,
  { owners, namesakes }: Pick<OwnersResponse, 'owners' | 'namesakes'>,
) =>
  owners.length + namesakes.length > 0
    ? undefined
    : ({ query: entity, channel, recipe: 'words', minScore: NAMES_IT, limit: MEMORIES_MAX, detail: 'titles' } as const);

export const memoriesIn = (hits: RecallResponse['hits']): MemoryHit[] => hits.filter((hit) => hit.kind === 'memory');
