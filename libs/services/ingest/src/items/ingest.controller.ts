import { Controller } from '@nestjs/common';
import { scopeOf, type FoundMemory, type ParsedInput, type Principal, type RouteOutput } from '@cairn/contracts';
import { Serves } from '@cairn/platform';
import { Confidences } from './confidences.ts';
import { Ingest, type WriteOptions } from './ingest.ts';

@Controller()
export class IngestController {
  constructor(
    private readonly ingest: Ingest,
    private readonly confidences: Confidences,
  ) {}

  @Serves('addMessages')
  async addMessages(author: Principal, input: ParsedInput<'addMessages'>): Promise<RouteOutput<'addMessages'>> {
    return { items: await this.ingest.addMessages(author, listOf(input.body), optionsOf(input)) };
  }

  @Serves('addMemories')
  async addMemories(author: Principal, input: ParsedInput<'addMemories'>): Promise<RouteOutput<'addMemories'>> {
    return { items: await this.ingest.addMemories(author, listOf(input.body), optionsOf(input)) };
  }

  @Serves('getMessage')
  getMessage(
    principal: Principal,
    { params: { id }, query: { channel } }: ParsedInput<'getMessage'>,
  ): Promise<RouteOutput<'getMessage'>> {
    return this.ingest.find(principal, 'message', id, channel);
  }

  @Serves('getMemory')
  async getMemory(
    principal: Principal,
    { params: { id }, query: { channel } }: ParsedInput<'getMemory'>,
  ): Promise<RouteOutput<'getMemory'>> {
    const memory = (await this.ingest.find(principal, 'memory', id, channel)) as FoundMemory;
    return (await this.confidences.weigh(scopeOf(principal, channel), [memory]))[0]!;
  }

  @Serves('forgetMessage')
  async forgetMessage(
    principal: Principal,
    { params: { id }, query: { channel } }: ParsedInput<'forgetMessage'>,
  ): Promise<RouteOutput<'forgetMessage'>> {
    await this.ingest.forget(principal, 'message', id, channel);
    return { id, state: 'deleted' };
  }

  @Serves('forgetMemory')
  async forgetMemory(
    principal: Principal,
    { params: { id }, query: { channel } }: ParsedInput<'forgetMemory'>,
  ): Promise<RouteOutput<'forgetMemory'>> {
    await this.ingest.forget(principal, 'memory', id, channel);
    return { id, state: 'deleted' };
  }
}

const listOf = <Input>(body: Input | Input[]): Input[] => (Array.isArray(body) ? body : [body]);

const optionsOf = ({
  query: { wait, waitMs, again },
  headers,
}: ParsedInput<'addMessages' | 'addMemories'>): WriteOptions => ({
  idempotencyKey: headers['Idempotency-Key'],
  again: again === 'true',
  waitMs: wait === 'indexed' ? waitMs : undefined,
});
