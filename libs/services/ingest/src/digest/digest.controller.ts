import { Controller } from '@nestjs/common';
import type { DigestList, ParsedInput, RouteOutput } from '@cairn/contracts';
import { demoFilterFor, scopeOf, type Filter, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { Clock } from '@cairn/ports';
import { digests, proposals, type Digests, type Proposals } from '@cairn/store';
import { digestDays } from './digest-days.ts';
import { digestMarkdown } from './digest-markdown.ts';

const DAY_MS = 86_400_000;

/** Tells what happened to the memories that the caller sees. */
@Controller()
export class DigestController {
  constructor(
    @Uses(digests) private readonly digests: Digests,
    @Uses(proposals) private readonly proposals: Proposals,
    private readonly clock: Clock,
  ) {}

  @Serves('digest')
  async tell(principal: Principal, { query }: ParsedInput<'digest'>): Promise<RouteOutput<'digest'>> {
    const { project, shared, named, lines } = query;
    const until = this.clock.now();
    const since = query.since ?? until - DAY_MS;
    const filter: Filter = {
      kind: 'memory',
      includeArchived: true,
      ...demoFilterFor(undefined),
      ...(project !== undefined && { project }),
    };
    const scope = scopeOf(principal);
    const [{ acts, isComplete }, waiting] = await Promise.all([
      this.digests.acts({ scope, filter, since, isShared: shared }),
      this.waiting(principal, query),
    ]);
    const told = { days: digestDays(acts, named), waiting, isComplete };
    return { since, until, ...told, markdown: digestMarkdown(told, lines) };
  }
  /**
   * Counts the proposals that wait for the caller. Titles of proposals are private, so a shared digest names no
   * proposal.
   */
  private async waiting(
    principal: Principal,
    { named, shared, project }: ParsedInput<'digest'>['query'],
  ): Promise<DigestList> {
    const review = { scope: scopeOf(principal), reviewer: principal };
    const { proposals: found, counts } = await this.proposals.list({
      ...{
        ...review,
        query: { status: 'waiting', ...(project !== undefined && { project }) },
        limit: shared ? 0 : named,
      },
    });
    const count = Object.values(counts).reduce((sum, each) => sum + each, 0);
    return { count, memories: found.map(({ memoryId, title, category }) => ({ memoryId, title, category })) };
  }
}
