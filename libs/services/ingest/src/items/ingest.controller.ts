import { Controller } from '@nestjs/common';
import type { FoundMemory, ParsedInput, RouteOutput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { Serves } from '@cairn/platform';
import { Confidences } from './confidences.ts';
import { Ingest, type WriteOptions } from './ingest.ts';
import { PrivateReach } from './private-reach.ts';

@Controller()
export class IngestController {
  constructor(
    private readonly ingest: Ingest,
    private readonly confidences: Confidences,
    private readonly reach: PrivateReach,
  ) {}

  @Serves('addMessages')
  async addMessages(author: Principal, input: ParsedInput<'addMessages'>): Promise<RouteOutput<'addMessages'>> {
    return { items: await this.ingest.addMessages(author, listOf(input.body), optionsOf(input)) };
  }

  @Serves('addMemories')
  async addMemories(author: Principal, input: ParsedInput<'addMemories'>): Promise<RouteOutput<'addMemories'>> {
    return {
      items: await this.ingest.addMemories(author, listOf(input.body), {
        ...optionsOf(input),
        importKind: input.query.importKind,
      }),
    };
  }

  @Serves('getMessage')
  async getMessage(
    caller: Principal,
    { params: { id }, query: { channel, privateOf } }: ParsedInput<'getMessage'>,
  ): Promise<RouteOutput<'getMessage'>> {
    const principal = await this.reach.of(caller, privateOf, 'getMessage');
    return this.ingest.find(principal, 'message', id, channel);
  }

  @Serves('getMemory')
  async getMemory(
    caller: Principal,
    { params: { id }, query: { channel, privateOf } }: ParsedInput<'getMemory'>,
  ): Promise<RouteOutput<'getMemory'>> {
    const principal = await this.reach.of(caller, privateOf, 'getMemory');
    const memory = (await this.ingest.find(principal, 'memory', id, channel)) as FoundMemory;
    return (await this.confidences.addTo(scopeOf(principal, channel), [memory]))[0]!;
  }

  @Serves('forgetMessage')
  async forgetMessage(
    caller: Principal,
    { params: { id }, query: { channel, privateOf } }: ParsedInput<'forgetMessage'>,
  ): Promise<RouteOutput<'forgetMessage'>> {
    const principal = await this.reach.of(caller, privateOf, 'forgetMessage');
    await this.ingest.forget(principal, 'message', id, channel);
    return { id, state: 'deleted' };
  }

  @Serves('forgetMemory')
  async forgetMemory(
    caller: Principal,
    { params: { id }, query: { channel, privateOf } }: ParsedInput<'forgetMemory'>,
  ): Promise<RouteOutput<'forgetMemory'>> {
    const principal = await this.reach.of(caller, privateOf, 'forgetMemory');
    await this.ingest.forget(principal, 'memory', id, channel);
    return { id, state: 'deleted' };
  }
}

const listOf = <Input>(body: Input | Input[]): Input[] => (Array.isArray(body) ? body : [body]);

const optionsOf = ({
  query: { wait, waitMs, overwrite },
  headers,
}: ParsedInput<'addMessages' | 'addMemories'>): WriteOptions => ({
  idempotencyKey: headers['Idempotency-Key'],
  overwrite: overwrite === 'true',
  waitMs: wait === 'indexed' ? waitMs : undefined,
});
