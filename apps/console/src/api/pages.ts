import type { RouteInput } from '@cairn/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call, type Refusal } from './client.ts';
import type { RefreshOptions } from './queries.ts';

interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}
type Cursor = { readonly cursor?: string };

/** Loads a list page by page while the user scrolls. */
function usePages<Item>(
  key: readonly unknown[],
  pageAt: (cursor: Cursor, signal: AbortSignal) => Promise<PageOf<Item>>,
  { enabled = true, refetchMs }: RefreshOptions = {},
) {
  const pages = useInfiniteQuery<PageOf<Item>, Refusal, { pages: PageOf<Item>[] }, readonly unknown[], string>({
    queryKey: [...key, 'pages'],
    queryFn: ({ pageParam, signal }) => pageAt(pageParam ? { cursor: pageParam } : {}, signal),
    initialPageParam: '',
    enabled,
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const { data, error, isLoading, hasNextPage, fetchNextPage } = pages;
  return {
    error,
    isLoading,
    data: data?.pages.flatMap(({ items }) => items),
    hasMore: hasNextPage,
    more: () => hasNextPage && void fetchNextPage(),
  };
}

type MemoriesQuery = NonNullable<RouteInput<'listMemories'>['query']>;
type MessagesQuery = NonNullable<RouteInput<'listMessages'>['query']>;

export const useMemories = (query: MemoriesQuery, asking: RefreshOptions = {}) =>
  usePages(
    ['listMemories', query],
    (at, signal) => call('listMemories', { query: { ...query, ...at } }, signal),
    asking,
  );

export const useMessages = (query: MessagesQuery) =>
  usePages(['listMessages', query], (at, signal) => call('listMessages', { query: { ...query, ...at } }, signal));

type FeedQuery = NonNullable<RouteInput<'feed'>['query']>;

export const useFeed = (query: FeedQuery, refetchMs: number) =>
  usePages(
    ['feed', query],
    async (at, signal) => {
      const { entries, nextCursor } = await call('feed', { query: { ...query, ...at } }, signal);
      return { items: entries, nextCursor };
    },
    { refetchMs },
  );

type ConversationsQuery = NonNullable<RouteInput<'listConversations'>['query']>;

export const useConversations = (query: ConversationsQuery) =>
  usePages(['listConversations', query], (at, signal) =>
    call('listConversations', { query: { ...query, ...at } }, signal),
  );

type AuditQuery = NonNullable<RouteInput<'listAudit'>['query']>;
type PairsQuery = NonNullable<RouteInput<'contradictions'>['query']>;

export const useAudit = (query: AuditQuery) =>
  usePages(['listAudit', query], async ({ cursor }, signal) => {
    const page = { query: { ...query, ...(cursor !== undefined && { after: Number(cursor) }) } };
    const { entries, next } = await call('listAudit', page, signal);
    return { items: entries, nextCursor: next === null ? null : String(next) };
  });

/** Interval of refreshing pairs in ms. The server finds pairs some seconds after a memory is written. */
const PAIRS_REFRESH_MS = 5_000;

export const usePairs = (query: PairsQuery) =>
  usePages(
    ['contradictions', query],
    async (at, signal) => {
      const { pairs, nextCursor } = await call('contradictions', { query: { ...query, ...at } }, signal);
      return { items: pairs, nextCursor };
    },
    { refetchMs: PAIRS_REFRESH_MS },
  );

type ProposalsQuery = NonNullable<RouteInput<'listProposals'>['query']>;

export const useProposals = (query: ProposalsQuery) =>
  usePages(['listProposals', query], async (at, signal) => {
    const { proposals, nextCursor } = await call('listProposals', { query: { ...query, ...at } }, signal);
    return { items: proposals, nextCursor };
  });

type RulesQuery = NonNullable<RouteInput<'listRules'>['query']>;

export const useRules = (query: RulesQuery) =>
  usePages(['listRules', query], async (at, signal) => {
    const { rules, nextCursor } = await call('listRules', { query: { ...query, ...at } }, signal);
    return { items: rules, nextCursor };
  });

export const useImportedMemories = () =>
  usePages(['importedMemories'], async (at, signal) => {
    const { memories, nextCursor } = await call('importedMemories', { query: at }, signal);
    return { items: memories, nextCursor };
  });

export const useReportedMemories = () =>
  usePages(['reportedMemories'], async (at, signal) => {
    const { memories, nextCursor } = await call('reportedMemories', { query: at }, signal);
    return { items: memories, nextCursor };
  });
