import type { RecallRequest } from '@cairn/contracts';
import type { Filter } from '@cairn/ports';

/** One filter for each kind of item that the request asks over. */
export function filtersOf(request: RecallRequest): Filter[] {
  const { channel, subchannel, sessionKey, sinceMs, untilMs, includeArchived } = request;
  const shared = { channel, sinceMs, untilMs, includeArchived };
  const memories: Filter = {
    ...shared,
    kind: 'memory',
    stores: request.stores,
    categories: request.categories,
    tags: request.tags,
    tagMatch: request.tagMatch,
  };
  const messages: Filter = { ...shared, kind: 'message', subchannel, sessionKey };
  switch (request.over) {
    case 'memories':
      return [memories];
    case 'messages':
      return [messages];
    case 'both':
      return [memories, messages];
  }
}
