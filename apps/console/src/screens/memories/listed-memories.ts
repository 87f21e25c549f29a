import type { RouteInput, RouteOutput } from '@cairn/contracts';
import { useMemories } from '../../api/pages.ts';
import { usePrincipalNames } from '../../parts/principal-names.ts';
import { useRoute } from '../../api/queries.ts';
import { endOfDay, startOfDay } from '../../parts/days.ts';

type ListedMemory = RouteOutput<'listMemories'>['items'][number];
type Category = ListedMemory['category'];

/** Filters in the address of the list. */
export interface MemoryFilters {
  readonly q?: string;
  readonly category?: string;
  readonly author?: string;
  readonly project?: string;
  readonly channel?: string;
  readonly tag?: string;
  readonly since?: string;
  readonly until?: string;
  readonly archived?: string;
}

/** Memory as a row of the list shows it. */
export type MemoryRow = Pick<
  ListedMemory,
  'title' | 'content' | 'tags' | 'category' | 'trust' | 'channel' | 'author' | 'timestamp' | 'createdAt'
> & {
  readonly id: string;
  readonly state: Extract<RouteOutput<'recall'>['hits'][number], { kind: 'memory' }>['state'];
  readonly validTo: number | null;
  readonly project?: string | undefined;
};

const PAGE_ITEMS = 100;

/** Filters that the list and the search of memories have in common. */
const sharedFilters = ({ category, channel, tag, since, until, archived }: MemoryFilters) => ({
  limit: PAGE_ITEMS,
  includeArchived: archived === 'yes',
  ...(category && { categories: [category as Category] }),
  ...(tag && { tags: [tag] }),
  ...(channel && { channel }),
  ...(since && { sinceMs: startOfDay(since)! }),
  ...(until && { untilMs: endOfDay(until)! }),
});

/** Lists memories by filters, newest first and page by page. With words to search, the best matches come first. */
export function useListedMemories(filters: MemoryFilters) {
  const { q = '', author, project } = filters;
  const query: NonNullable<RouteInput<'listMemories'>['query']> = {
    ...sharedFilters(filters),
    ...(author && { authors: [author] }),
    ...(project && { project }),
  };
  const pages = useMemories(query, { enabled: q === '' });
  const found = useFoundMemories(filters);
  return q === '' ? { ...pages, data: pages.data as readonly MemoryRow[] | undefined } : found;
}

/** Searches memories. The search knows no author and no project, so these filters choose among its hits. */
function useFoundMemories(filters: MemoryFilters) {
  const { q = '', author, project } = filters;
  const names = usePrincipalNames();
  const body = {
    query: q,
    sources: 'memories',
    includeAssociations: false,
    collapse: false,
    ...sharedFilters(filters),
  };
  const { data, error, isLoading } = useRoute('recall', { body: body as { query: string } }, { enabled: q !== '' });
  const rows = data?.hits.flatMap((hit): MemoryRow[] => {
    if (hit.kind !== 'memory') return [];
    if (author && hit.author !== names.get(author)) return [];
    if (project && hit.project !== project) return [];
    return [{ ...hit, id: hit.memoryId, validTo: hit.validTo ?? null }];
  });
  return { data: rows, error, isLoading, more: () => undefined };
}
