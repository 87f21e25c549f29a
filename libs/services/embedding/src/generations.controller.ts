import { Controller, Param } from '@nestjs/common';
import {
  CairnError,
  GenerationId,
  routes,
  type BeginGenerationRequest,
  type GenerationsResponse,
  type GenerationSummary,
  type Principal,
  type SwitchGenerationRequest,
  type SwitchGenerationResponse,
  type VerifyRequest,
  type VerifyResponse,
} from '@cairn/contracts';
import { Caller, Serves, Validated } from '@cairn/platform';
import { Identity } from '@cairn/ports';
import { IndexGenerations } from './index-generations.ts';

const id = () => Param('id', { schema: GenerationId });

/** Indexes are of the whole installation, so that only admins of its first organisation may touch them. */
@Controller()
export class GenerationsController {
  constructor(
    private readonly generations: IndexGenerations,
    private readonly identity: Identity,
  ) {}

  @Serves(routes.listGenerations)
  async list(@Caller() caller: Principal): Promise<GenerationsResponse> {
    await this.requireOperator(caller);
    return { generations: await this.generations.list() };
  }

  @Serves(routes.beginGeneration)
  async begin(@Caller() caller: Principal, @Validated() request: BeginGenerationRequest): Promise<GenerationSummary> {
    await this.requireOperator(caller);
    return this.generations.begin(caller, request.target);
  }

  @Serves(routes.switchGeneration)
  async switchTo(
    @Caller() caller: Principal,
    @id() name: GenerationId,
    @Validated() request: SwitchGenerationRequest,
  ): Promise<SwitchGenerationResponse> {
    await this.requireOperator(caller);
    const answers = await this.generations.switchTo(caller, name, request);
    return { generations: await this.generations.list(), answers };
  }

  @Serves(routes.verifyGeneration)
  async verify(
    @Caller() caller: Principal,
    @id() name: GenerationId,
    @Validated() request: VerifyRequest,
  ): Promise<VerifyResponse> {
    await this.requireOperator(caller);
    return this.generations.verify(name, request);
  }

  @Serves(routes.retireGeneration)
  async retire(@Caller() caller: Principal, @id() name: GenerationId): Promise<GenerationSummary> {
    await this.requireOperator(caller);
    return this.generations.retire(caller, name);
  }

  private async requireOperator({ orgId }: Principal): Promise<void> {
    const first = await this.identity.firstOrganisation();
    if (orgId !== first.orgId)
      throw new CairnError('auth/forbidden', 'only the first organisation looks after indexes');
  }
}
