import { Controller, Headers, Param, Query } from '@nestjs/common';
import {
  CairnError,
  limits,
  MemoryId,
  MessageId,
  routes,
  WriteQuery,
  type ForgetResponse,
  type ItemQuery,
  type ItemResponse,
  type MemoriesRequest,
  type MessagesRequest,
  type Principal,
  type WriteResponse,
} from '@cairn/contracts';
import { Caller, Serves, Validated } from '@cairn/platform';
import type { WriteOptions } from '@cairn/ports';
import { Ingest } from './ingest.ts';

@Controller()
export class IngestController {
  constructor(private readonly ingest: Ingest) {}

  @Serves(routes.addMessages)
  async addMessages(
    @Caller() author: Principal,
    @Validated() request: MessagesRequest,
    @Query({ schema: WriteQuery }) query: WriteQuery,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<WriteResponse> {
    return { items: await this.ingest.addMessages(author, listOf(request), optionsOf(query, key)) };
  }

  @Serves(routes.addMemories)
  async addMemories(
    @Caller() author: Principal,
    @Validated() request: MemoriesRequest,
    @Query({ schema: WriteQuery }) query: WriteQuery,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<WriteResponse> {
    return { items: await this.ingest.addMemories(author, listOf(request), optionsOf(query, key)) };
  }

  @Serves(routes.getMessage)
  getMessage(
    @Caller() principal: Principal,
    @Param('id', { schema: MessageId }) id: MessageId,
    @Validated() { channel }: ItemQuery,
  ): Promise<ItemResponse> {
    return this.ingest.find(principal, 'message', id, channel);
  }

  @Serves(routes.getMemory)
  getMemory(
    @Caller() principal: Principal,
    @Param('id', { schema: MemoryId }) id: MemoryId,
    @Validated() { channel }: ItemQuery,
  ): Promise<ItemResponse> {
    return this.ingest.find(principal, 'memory', id, channel);
  }

  @Serves(routes.forgetMessage)
  async forgetMessage(
    @Caller() principal: Principal,
    @Param('id', { schema: MessageId }) id: MessageId,
    @Validated() { channel }: ItemQuery,
  ): Promise<ForgetResponse> {
    await this.ingest.forget(principal, 'message', id, channel);
    return { id, state: 'deleted' };
  }

  @Serves(routes.forgetMemory)
  async forgetMemory(
    @Caller() principal: Principal,
    @Param('id', { schema: MemoryId }) id: MemoryId,
    @Validated() { channel }: ItemQuery,
  ): Promise<ForgetResponse> {
    await this.ingest.forget(principal, 'memory', id, channel);
    return { id, state: 'deleted' };
  }
}

const listOf = <Input>(request: Input | Input[]): Input[] => (Array.isArray(request) ? request : [request]);

const optionsOf = ({ wait, waitMs }: WriteQuery, idempotencyKey: string | undefined): WriteOptions => ({
  idempotencyKey: checkedKey(idempotencyKey),
  waitMs: wait === 'indexed' ? waitMs : undefined,
});

function checkedKey(key: string | undefined): string | undefined {
  const { min, max } = limits.idempotencyKey;
  if (key === undefined || (key.length >= min && key.length <= max)) return key;
  const issue = {
    field: 'Idempotency-Key',
    message: `has ${key.length} characters`,
    allowed: `${min} to ${max} characters`,
  };
  throw new CairnError('request/invalid', 'The Idempotency-Key header is too short or too long.', { issues: [issue] });
}
