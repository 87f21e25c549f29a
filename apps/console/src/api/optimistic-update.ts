import type { RouteOutput } from '@cairn/contracts';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

type FoundMemory = Extract<RouteOutput<'getMemory'>, { kind: 'memory' }>;
type Listed = RouteOutput<'listMemories'>['items'][number];
type Pair = RouteOutput<'contradictions'>['pairs'][number];
type Pages<Item> = InfiniteData<{ readonly items: readonly Item[]; readonly nextCursor: string | null }>;

/** Changed fields of a memory that are shown before the server has answered. */
export type Change = Partial<Pick<FoundMemory, 'title' | 'content' | 'tags' | 'state' | 'validTo'>>;

const isOf = (id: string) => (query: { queryKey: QueryKey }) =>
  query.queryKey[0] === 'getMemory' && JSON.stringify(query.queryKey).includes(id);

/**
 * Shows the changed memory at once on its own screen, in lists and in pairs. Returns a function that restores the
 * previous data.
 */
export function updateOptimistically(client: QueryClient, id: string, change: Change): () => void {
  const before = client.getQueriesData({});
  const isTaken = change.state === 'archived' || change.validTo === null;
  client.setQueriesData<FoundMemory>({ predicate: isOf(id) }, (memory) => memory && { ...memory, ...change });
  updatePages<Listed>(client, 'listMemories', (items) =>
    isTaken
      ? items.filter((memory) => memory.id !== id)
      : items.map((memory) => (memory.id === id ? { ...memory, ...change } : memory)),
  );
  if (change.state === 'archived')
    updatePages<Pair>(client, 'contradictions', (pairs) =>
      pairs.filter(({ newer, older }) => newer.memoryId !== id && older.memoryId !== id),
    );
  return () => before.forEach(([key, data]) => client.setQueryData(key, data));
}

function updatePages<Item>(
  client: QueryClient,
  name: string,
  changed: (items: readonly Item[]) => readonly Item[],
): void {
  const isPaged = ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] === name && queryKey.at(-1) === 'pages';
  client.setQueriesData<Pages<Item>>(
    { predicate: isPaged },
    (found) => found && { ...found, pages: found.pages.map((page) => ({ ...page, items: changed(page.items) })) },
  );
}
