import { Controller } from '@nestjs/common';
import { CairnError, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Serves } from '@cairn/platform';
import { Identity } from '@cairn/ports';
import { IndexGenerations } from './index-generations.ts';

/**
 * Routes of index generations. Indexes belong to the whole installation, so only admins of its first organisation may call
 * them.
 */
@Controller()
export class GenerationsController {
  constructor(
    private readonly generations: IndexGenerations,
    private readonly identity: Identity,
  ) {}

  @Serves('listGenerations')
  async list(caller: Principal): Promise<RouteOutput<'listGenerations'>> {
    await this.requireOperator(caller);
    return this.generations.list();
  }

  @Serves('beginGeneration')
  async begin(caller: Principal, { body }: ParsedInput<'beginGeneration'>): Promise<RouteOutput<'beginGeneration'>> {
    await this.requireOperator(caller);
    return this.generations.begin(caller, body.target);
  }

  @Serves('switchGeneration')
  async switchTo(
    caller: Principal,
    { params, body }: ParsedInput<'switchGeneration'>,
  ): Promise<RouteOutput<'switchGeneration'>> {
    await this.requireOperator(caller);
    const answers = await this.generations.switchTo(caller, params.id, body);
    return { ...(await this.generations.list()), answers };
  }

  @Serves('verifyGeneration')
  async verify(
    caller: Principal,
    { params, body }: ParsedInput<'verifyGeneration'>,
  ): Promise<RouteOutput<'verifyGeneration'>> {
    await this.requireOperator(caller);
    return this.generations.verify(params.id, body);
  }

  @Serves('retireGeneration')
  async retire(
    caller: Principal,
    { params }: ParsedInput<'retireGeneration'>,
  ): Promise<RouteOutput<'retireGeneration'>> {
    await this.requireOperator(caller);
    return this.generations.retire(caller, params.id);
  }

  private async requireOperator({ orgId }: Principal): Promise<void> {
    const first = await this.identity.firstOrganisation();
    if (orgId !== first.orgId)
      throw new CairnError('auth/forbidden', 'only the first organisation looks after indexes');
  }
}
