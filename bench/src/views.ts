import type { DataSet, Query } from './data-set.ts';

/** A view: the texts to search, and the reach of a search: its own conversation, or all conversations of the part. */
export interface View {
  readonly name: string;
  readonly sources: 'messages' | 'memories' | 'without-notes';
  readonly reach: 'own' | 'pooled';
  /** True to rank sessions by their best turn. */
  readonly bySession: boolean;
}

const view = (texts: 'messages' | 'memories' | 'both', reach: View['reach']): View => ({
  name: `${texts}-${reach}`,
  sources: texts === 'both' ? 'without-notes' : texts,
  reach,
  bySession: false,
});

const sessions: View = { name: 'sessions-own', sources: 'messages', reach: 'own', bySession: true };

/** Every view that the data of a set allows. */
export function viewsOf({ messages, memories }: DataSet): View[] {
  const hasSessions = new Set([...messages.values()].map(({ sessionKey }) => sessionKey)).size > 1;
  return [
    ...(messages.size > 0 ? [view('messages', 'own'), view('messages', 'pooled')] : []),
    ...(memories.size > 0 ? [view('memories', 'own'), view('memories', 'pooled')] : []),
    ...(messages.size > 0 && memories.size > 0 ? [view('both', 'own'), view('both', 'pooled')] : []),
    ...(messages.size > 0 && hasSessions ? [sessions] : []),
  ];
}

/** Gold ids that a view can find. Queries of kind "cited" are judged by record, not by section. */
export function goldOf(query: Query, { sources, bySession }: View, data: DataSet): Set<string> {
  if (query.kind === 'cited' && query.goldDocs && sources !== 'messages') return new Set(query.goldDocs);
  const searched = (id: string) =>
    (sources !== 'memories' && data.messages.has(id)) || (sources !== 'messages' && data.memories.has(id));
  const gold = [...query.gold, ...(query.goldMemories ?? [])].filter(searched);
  return new Set(bySession ? gold.flatMap((id) => data.messages.get(id)?.sessionKey ?? []) : gold);
}

/** Converts found ids for judging: sessions by their best turn, cited records by their best section. */
export function judgedIds(found: readonly string[], query: Query, { bySession }: View, data: DataSet): string[] {
  if (bySession) return [...new Set(found.flatMap((id) => data.messages.get(id)?.sessionKey ?? []))];
  if (query.kind === 'cited' && query.goldDocs)
    return [...new Set(found.map((id) => data.memories.get(id)?.doc ?? id))];
  return [...new Set(found.map((id) => data.memories.get(id)?.evidence ?? id))];
}
