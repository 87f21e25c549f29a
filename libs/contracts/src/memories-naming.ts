import type { OwnersRequest, OwnersResponse } from './graph-questions.ts';
import type { MemoryHit, RecallResponse } from './recall.ts';

const MEMORIES_MAX = 5;
/** At least half of the weight of the name's words. */
const NAMES_IT = 0.5;

/**
 * The recall of memories that name a thing, for where the graph knows no owner of it and none of a namesake: one of them may tell.
 * Undefined where an owner is told. The graph has no words of its own, so that whoever asks both asks for them.
 */
export const recallOfNaming = (
  { entity, channel }: Pick<OwnersRequest, 'entity' | 'channel'>,
  { owners, namesakes }: Pick<OwnersResponse, 'owners' | 'namesakes'>,
) =>
  owners.length + namesakes.length > 0
    ? undefined
    : ({ query: entity, channel, recipe: 'words', minScore: NAMES_IT, limit: MEMORIES_MAX, detail: 'titles' } as const);

export const memoriesIn = (hits: RecallResponse['hits']): MemoryHit[] => hits.filter((hit) => hit.kind === 'memory');
