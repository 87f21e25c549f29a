import type { RouteOutput } from '@cairn/contracts';

export type RecallAnswer = RouteOutput<'recall'>;
export type FoundHit = RecallAnswer['hits'][number];

export const idOf = (hit: FoundHit): string =>
  hit.kind === 'memory' ? hit.memoryId : hit.kind === 'message' ? hit.messageId : hit.sectionId;

/** Kind of a hit as people call it: the category of a memory, or document, message or note. */
export function kindOf(hit: FoundHit): string {
  if (hit.kind !== 'memory') return hit.kind;
  return hit.knowledgeBase === undefined ? hit.category : 'document';
}

/** Person or agent who said it. */
export const speakerOf = (hit: FoundHit): string | null =>
  hit.kind === 'message' ? (hit.speaker ?? hit.author) : hit.author;

export const timeOf = ({ timestamp, createdAt }: FoundHit): number => timestamp ?? createdAt;

export function titleOf(hit: FoundHit): string {
  if (hit.kind === 'memory') return hit.title;
  return hit.kind === 'message' ? `${speakerOf(hit) ?? hit.role} said` : hit.title;
}

/** Address of the page of a hit. */
export function addressOf(hit: FoundHit): { readonly to: string; readonly search: Record<string, string> } {
  if (hit.kind === 'memory') return { to: `/memories/${hit.memoryId}`, search: channelOf(hit) };
  if (hit.kind === 'note') return { to: '/notes', search: { workspace: hit.workspace, path: hit.path } };
  return {
    to: '/conversations',
    search: { ...channelOf(hit), ...(hit.sessionKey !== null && { session: hit.sessionKey }) },
  };
}

const channelOf = ({ channel }: { readonly channel: string | null }): Record<string, string> =>
  channel === null ? {} : { channel };
