import type { RecallRequest } from '@cairn/contracts';
import type { Filter } from '@cairn/ports';

/**
 * One filter for each kind of item that the request asks over. What does not hold when it is asked, `at` in epoch ms, answers
 * nothing, unless archived items are asked for, or what held at another time.
 */
export function filtersOf(request: RecallRequest, at: number): Filter[] {
  const { channel, subchannel, sessionKey, sinceMs, untilMs, includeArchived, asOf } = request;
  const holding = asOf === undefined ? (includeArchived ? {} : { holdsAt: at }) : { asOf };
  const shared = { channel, sinceMs, untilMs, includeArchived, ...holding };
  const memories: Filter = {
    ...shared,
    kind: 'memory',
    stores: request.stores,
    categories: request.categories,
    tags: request.tags,
    tagMatch: request.tagMatch,
  };
  const notes: Filter = { ...memories, kind: 'note' };
  const messages: Filter = { ...shared, kind: 'message', subchannel, sessionKey };
  switch (request.over) {
    case 'memories':
      return [memories];
    case 'messages':
      return [messages];
    case 'notes':
      return [notes];
    case 'both':
      return [memories, messages];
    case 'all':
      return [memories, messages, notes];
  }
}
