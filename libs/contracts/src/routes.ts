import type { z } from 'zod';
import {
  MessageSearchRequest,
  MessageSearchResponse,
  RecallRequest,
  RecallResponse,
  RecentRequest,
  RecentResponse,
  StatsResponse,
  ItemResponse,
} from './recall.ts';
import type { Role } from './vocabulary.ts';
import { KeyRequest, KeyResponse, KeysResponse, RevokeResponse } from './keys.ts';
import { ForgetResponse, ItemQuery, MemoriesRequest, MessagesRequest, WriteResponse } from './writes.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** The least role that may call it. */
  readonly role: Role;
  readonly summary: string;
  /** The body of a POST, or the query of a GET or DELETE. */
  readonly request?: z.ZodType;
  readonly response: z.ZodType;
}

/** Every data route, once: controllers validate with it, clients are typed by it, the reference is made from it. The prefix names the service (design decision 9a). */
export const routes = {
  addMessages: {
    method: 'POST',
    path: '/v1/messages',
    role: 'writer',
    summary: 'Add one message or a batch',
    request: MessagesRequest,
    response: WriteResponse,
  },
  addMemories: {
    method: 'POST',
    path: '/v1/memories',
    role: 'writer',
    summary: 'Add one memory or a batch',
    request: MemoriesRequest,
    response: WriteResponse,
  },
  getMessage: {
    method: 'GET',
    path: '/v1/messages/:id',
    role: 'reader',
    summary: 'One message by id',
    request: ItemQuery,
    response: ItemResponse,
  },
  getMemory: {
    method: 'GET',
    path: '/v1/memories/:id',
    role: 'reader',
    summary: 'One memory by id',
    request: ItemQuery,
    response: ItemResponse,
  },
  forgetMessage: {
    method: 'DELETE',
    path: '/v1/messages/:id',
    role: 'writer',
    summary: 'Forget a message',
    request: ItemQuery,
    response: ForgetResponse,
  },
  forgetMemory: {
    method: 'DELETE',
    path: '/v1/memories/:id',
    role: 'writer',
    summary: 'Forget a memory',
    request: ItemQuery,
    response: ForgetResponse,
  },
  recall: {
    method: 'POST',
    path: '/v1/recall',
    role: 'reader',
    summary: 'Recall memories, messages or both',
    request: RecallRequest,
    response: RecallResponse,
  },
  searchMessages: {
    method: 'POST',
    path: '/v1/recall/messages',
    role: 'reader',
    summary: 'Search messages, verbatim',
    request: MessageSearchRequest,
    response: MessageSearchResponse,
  },
  recent: {
    method: 'GET',
    path: '/v1/recall/recent',
    role: 'reader',
    summary: 'The newest messages, oldest first',
    request: RecentRequest,
    response: RecentResponse,
  },
  stats: {
    method: 'GET',
    path: '/v1/recall/stats',
    role: 'reader',
    summary: 'What is stored and how far the indexes are',
    response: StatsResponse,
  },
  listKeys: {
    method: 'GET',
    path: '/v1/keys',
    role: 'admin',
    summary: 'The keys of the organisation',
    response: KeysResponse,
  },
  createKey: {
    method: 'POST',
    path: '/v1/keys',
    role: 'admin',
    summary: 'Make a key; it is shown this once',
    request: KeyRequest,
    response: KeyResponse,
  },
  revokeKey: {
    method: 'DELETE',
    path: '/v1/keys/:id',
    role: 'admin',
    summary: 'Revoke a key',
    response: RevokeResponse,
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
