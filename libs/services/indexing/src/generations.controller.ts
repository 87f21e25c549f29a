import { Controller } from '@nestjs/common';
import type { ParsedInput, RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { requireOperator, Serves, Uses } from '@cairn/platform';
import { keys, type Keys } from '@cairn/store';
import { IndexGenerations } from './index-generations.ts';

/**
 * Routes of index generations. Indexes belong to the whole installation, so only admins of its first organisation may call
 * them.
 */
@Controller()
export class GenerationsController {
  constructor(
    private readonly generations: IndexGenerations,
    @Uses(keys) private readonly keys: Keys,
  ) {}

  @Serves('listGenerations')
  async list(caller: Principal): Promise<RouteOutput<'listGenerations'>> {
    await requireOperator(this.keys, caller);
    return this.generations.list();
  }

  @Serves('beginGeneration')
  async begin(caller: Principal, { body }: ParsedInput<'beginGeneration'>): Promise<RouteOutput<'beginGeneration'>> {
    await requireOperator(this.keys, caller);
    return this.generations.begin(caller, body.target);
  }

  @Serves('switchGeneration')
  async switchTo(
    caller: Principal,
    { params, body }: ParsedInput<'switchGeneration'>,
  ): Promise<RouteOutput<'switchGeneration'>> {
    await requireOperator(this.keys, caller);
    const answers = await this.generations.switchTo(caller, params.id, body);
    return { ...(await this.generations.list()), answers };
  }

  @Serves('verifyGeneration')
  async verify(
    caller: Principal,
    { params, body }: ParsedInput<'verifyGeneration'>,
  ): Promise<RouteOutput<'verifyGeneration'>> {
    await requireOperator(this.keys, caller);
    return this.generations.verify(params.id, body);
  }

  @Serves('retireGeneration')
  async retire(
    caller: Principal,
    { params }: ParsedInput<'retireGeneration'>,
  ): Promise<RouteOutput<'retireGeneration'>> {
    await requireOperator(this.keys, caller);
    return this.generations.retire(caller, params.id);
  }
}
