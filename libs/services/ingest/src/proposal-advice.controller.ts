import { Controller } from '@nestjs/common';
import { scopeOf, type Principal } from '@cairn/domain';
import type { ParsedInput, Proposal, RouteOutput } from '@cairn/contracts';
import { Serves, Uses } from '@cairn/platform';
import {
  closedChannels,
  extractions,
  proposals,
  type ClosedChannels,
  type Extractions,
  type Proposals,
} from '@cairn/store';
import { ProposalAdvice } from './proposal-advice.ts';

/** Advice of the configured language model on the proposals of the caller. */
@Controller()
export class ProposalAdviceController {
  constructor(
    @Uses(proposals) private readonly proposals: Proposals,
    @Uses(closedChannels) private readonly closed: ClosedChannels,
    @Uses(extractions) private readonly extractions: Extractions,
    private readonly advice: ProposalAdvice,
  ) {}

  @Serves('adviseProposals')
  async adviseProposals(
    caller: Principal,
    { body: { limit, kind, project } }: ParsedInput<'adviseProposals'>,
  ): Promise<RouteOutput<'adviseProposals'>> {
    const { orgId } = caller;
    const query = { status: 'waiting', owner: 'me', kind, project } as const;
    const [{ proposals: own }, closed, unread, { advisedPerDay }] = await Promise.all([
      this.proposals.list({ scope: scopeOf(caller), reviewer: caller, query, limit, before: undefined }),
      this.closed.list({ orgId }),
      this.extractions.unreadChannels({ orgId }),
      this.proposals.policy({ orgId }),
    ]);
    const secluded = new Set([...closed.map(({ channel }) => channel), ...unread]);
    const waiting = own.filter(({ channel }: Proposal) => channel === null || !secluded.has(channel));
    return this.advice.of({ orgId, waiting, perDay: advisedPerDay });
  }
}
