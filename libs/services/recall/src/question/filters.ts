import { kindsOf, searchedTextsOf, type ItemKind, type RecallRequest } from '@cairn/contracts';
import { sharedChannelFor, demoFilterFor, type Filter } from '@cairn/domain';
import type { RecallContext } from './recall-context.ts';

/**
 * Makes one filter for each requested kind of item. Leaves out items that are not valid at the time of the question, unless
 * the request asks for archived items or for another time (`asOf`). A call for a peer also searches the shared room of the
 * peers.
 */
export function filtersOf(
  request: RecallRequest,
  { scope, askedAt }: Pick<RecallContext, 'scope' | 'askedAt'>,
): Filter[] {
  const { channel, subchannel, sessionKey, sinceMs, untilMs, includeArchived, includeProposed, asOf } = request;
  const holding = asOf === undefined ? (includeArchived ? {} : { holdsAt: askedAt }) : { asOf };
  const shared = {
    channel,
    sharedRoom: sharedChannelFor(scope, channel),
    sinceMs,
    untilMs,
    includeArchived,
    includeProposed,
    ...holding,
    ...demoFilterFor(channel),
  };
  const memories: Filter = {
    ...shared,
    kind: 'memory',
    stores: request.stores,
    categories: request.categories,
    tags: request.tags,
    tagMatch: request.tagMatch,
  };
  const ofKind: Readonly<Record<ItemKind, Filter>> = {
    memory: memories,
    note: { ...memories, kind: 'note' },
    message: { ...shared, kind: 'message', subchannel, sessionKey },
  };
  return kindsOf(searchedTextsOf(request)).map((kind) => ofKind[kind]);
}
