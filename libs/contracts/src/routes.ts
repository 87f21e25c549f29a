import type { z } from 'zod';
import { Alias, AliasesResponse, AliasQuery, DeclareAliasRequest, WithdrawAliasResponse } from './aliases.ts';
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
import { ListMemoriesRequest, ListMemoriesResponse, ListMessagesRequest, ListMessagesResponse } from './listing.ts';
import { DeadLettersRequest, DeadLettersResponse, ReplayRequest, ReplayResponse } from './dead-letters.ts';
import type { ErrorCode } from './errors.ts';
import type { Role } from './vocabulary.ts';
import {
  BeginGenerationRequest,
  GenerationId,
  GenerationsResponse,
  GenerationSummary,
  SwitchGenerationRequest,
  SwitchGenerationResponse,
  VerifyRequest,
  VerifyResponse,
} from './generations.ts';
import { OrganisationSettings, SettingsRequest } from './settings.ts';
import { KeyHolder, KeyRequest, KeyResponse, KeysResponse, RevokeQuery, RevokeResponse } from './keys.ts';
import { ForgetResponse, ItemQuery, MemoriesRequest, MessagesRequest, WriteQuery, WriteResponse } from './writes.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** The least role that may call it. */
  readonly role: Role;
  readonly summary: string;
  /** The body of a POST or PUT, or the query of a GET or DELETE. */
  readonly request?: z.ZodType;
  /** The query of a POST. */
  readonly query?: z.ZodType;
  /** The id in its path; a UUID unless told. */
  readonly id?: z.ZodType;
  /** A write that is done once, however often it is sent with the same Idempotency-Key. */
  readonly takesIdempotencyKey?: true;
  /** What it can refuse, beside what every route of its kind does. */
  readonly refuses?: readonly ErrorCode[];
  /** What it answers with when all went well; 200 unless told. */
  readonly status?: 201;
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
    query: WriteQuery,
    takesIdempotencyKey: true,
    refuses: ['item/conflict', 'idempotency/mismatch'],
    status: 201,
    response: WriteResponse,
  },
  addMemories: {
    method: 'POST',
    path: '/v1/memories',
    role: 'writer',
    summary: 'Add one memory or a batch',
    request: MemoriesRequest,
    query: WriteQuery,
    takesIdempotencyKey: true,
    refuses: ['item/conflict', 'idempotency/mismatch'],
    status: 201,
    response: WriteResponse,
  },
  listMessages: {
    method: 'GET',
    path: '/v1/messages',
    role: 'reader',
    summary: 'Messages page by page, by filters',
    request: ListMessagesRequest,
    response: ListMessagesResponse,
  },
  listMemories: {
    method: 'GET',
    path: '/v1/memories',
    role: 'reader',
    summary: 'Memories page by page, by filters',
    request: ListMemoriesRequest,
    response: ListMemoriesResponse,
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
    summary: 'Forget a message: your own, or as a manager what you see',
    request: ItemQuery,
    response: ForgetResponse,
  },
  forgetMemory: {
    method: 'DELETE',
    path: '/v1/memories/:id',
    role: 'writer',
    summary: 'Forget a memory: your own, or as a manager what you see',
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
  listAliases: {
    method: 'GET',
    path: '/v1/aliases',
    role: 'manager',
    summary: 'Other names of speakers, declared and learned',
    response: AliasesResponse,
  },
  declareAlias: {
    method: 'PUT',
    path: '/v1/aliases',
    role: 'manager',
    summary: 'Say whom another name means, in place of what was said before; recall knows it within seconds',
    request: DeclareAliasRequest,
    response: Alias,
  },
  withdrawAlias: {
    method: 'DELETE',
    path: '/v1/aliases',
    role: 'manager',
    summary: 'Take a declared alias back',
    request: AliasQuery,
    response: WithdrawAliasResponse,
  },
  listKeys: {
    method: 'GET',
    path: '/v1/keys',
    role: 'admin',
    summary: 'The keys of the organisation',
    response: KeysResponse,
  },
  keyHolder: {
    method: 'GET',
    path: '/v1/caller',
    role: 'reader',
    summary: 'Who the key of the request stands for, and what it may do',
    response: KeyHolder,
  },
  createKey: {
    method: 'POST',
    path: '/v1/keys',
    role: 'admin',
    summary: 'Make a key; it is shown this once',
    request: KeyRequest,
    status: 201,
    response: KeyResponse,
  },
  revokeKey: {
    method: 'DELETE',
    path: '/v1/keys/:id',
    role: 'admin',
    summary: 'Revoke a key; the last admin key only by force',
    request: RevokeQuery,
    response: RevokeResponse,
  },
  listDeadLetters: {
    method: 'GET',
    path: '/v1/dead-letters',
    role: 'admin',
    summary: 'Deliveries of the organisation that were given up, with their reasons',
    request: DeadLettersRequest,
    response: DeadLettersResponse,
  },
  replayDeadLetters: {
    method: 'POST',
    path: '/v1/dead-letters/replay',
    role: 'admin',
    summary: 'Try dead letters again, once their cause is mended',
    request: ReplayRequest,
    response: ReplayResponse,
  },
  settings: {
    method: 'GET',
    path: '/v1/settings',
    role: 'manager',
    summary: 'What the organisation has decided for itself',
    response: OrganisationSettings,
  },
  changeSettings: {
    method: 'PUT',
    path: '/v1/settings',
    role: 'admin',
    summary: 'Decide it; every service knows within seconds',
    request: SettingsRequest,
    response: OrganisationSettings,
  },
  listGenerations: {
    method: 'GET',
    path: '/v1/generations',
    role: 'admin',
    summary: 'The generations of each index, and how far they are filled',
    response: GenerationsResponse,
  },
  beginGeneration: {
    method: 'POST',
    path: '/v1/generations',
    role: 'admin',
    summary: 'Build an index anew, beside the one that is read',
    refuses: ['generation/conflict'],
    request: BeginGenerationRequest,
    status: 201,
    response: GenerationSummary,
  },
  switchGeneration: {
    method: 'POST',
    path: '/v1/generations/:id/switch',
    id: GenerationId,
    role: 'admin',
    summary: 'Read this generation from now on, if it is full, as the truth, and answers as the live one does',
    refuses: ['generation/conflict'],
    request: SwitchGenerationRequest,
    response: SwitchGenerationResponse,
  },
  verifyGeneration: {
    method: 'POST',
    path: '/v1/generations/:id/verify',
    id: GenerationId,
    role: 'admin',
    summary: 'Hold a generation against the truth, one organisation a request',
    request: VerifyRequest,
    response: VerifyResponse,
  },
  retireGeneration: {
    method: 'DELETE',
    path: '/v1/generations/:id',
    id: GenerationId,
    role: 'admin',
    summary: 'Stop writing a generation that is not read, and take its index away',
    refuses: ['generation/conflict'],
    response: GenerationSummary,
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;

/** Which service answers which public paths, so that any router can split them; the first that fits decides. */
export const prefixes = [
  { prefix: '/v1/recall', service: 'recall-api' },
  { prefix: '/v1/graph', service: 'graph-service' },
  { prefix: '/v1', service: 'ingest' },
  { prefix: '/', service: 'mcp-gateway' },
] as const;
export type PublicService = (typeof prefixes)[number]['service'];

/** Who answers a path, with or without a query. */
export function serviceOf(path: string): PublicService {
  const [withoutQuery] = path.split(/[?#]/, 1);
  const found = prefixes.find(({ prefix }) => `${withoutQuery}/`.startsWith(prefix === '/' ? '' : `${prefix}/`));
  return found?.service ?? 'mcp-gateway';
}
