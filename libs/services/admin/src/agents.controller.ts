import { Controller } from '@nestjs/common';
import { CairnError, type Agent, type ParsedInput, type PrincipalId, type RouteOutput } from '@cairn/contracts';
import { hasRole, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { agentCalls, principals, type AgentCallsStore, type Principals } from '@cairn/store';

const NOTHING = { asked: 0, stored: 0, late: 0, hookAt: null, project: null };

/** Routes of agents: what each asked and stored lately. */
@Controller()
export class AgentsController {
  constructor(
    @Uses(agentCalls) private readonly agentCalls: AgentCallsStore,
    @Uses(principals) private readonly principals: Principals,
  ) {}

  @Serves('listAgents')
  async listAgents(caller: Principal): Promise<RouteOutput<'listAgents'>> {
    const { orgId, principalId, role } = caller;
    const [all, numbers] = await Promise.all([this.principals.list({ orgId }), this.agentCalls.numbers({ orgId })]);
    const numbersById = new Map(numbers.map((each) => [each.principalId, each]));
    const agents = all
      .filter(({ kind, leftAt, goneAt }) => kind === 'agent' && leftAt === null && goneAt === null)
      .filter((one) => hasRole(role, 'manager') || isOwn(principalId, one) || one.principalId === principalId)
      .map(({ principalId: id, name, owner, createdAt, keys, lastUsedAt }): Agent => {
        const { asked, stored, late, hookAt, project } = numbersById.get(id) ?? NOTHING;
        const about = { principalId: id, name, owner, isOwn: isOwn(principalId, { owner }), createdAt, keys };
        return { ...about, lastCallAt: lastUsedAt, project, hookAt, today: { asked, stored, late } };
      });
    return { agents: agents.toSorted((one, other) => (other.lastCallAt ?? 0) - (one.lastCallAt ?? 0)) };
  }

  @Serves('agentCalls')
  async listCalls(
    caller: Principal,
    { params: { id } }: ParsedInput<'agentCalls'>,
  ): Promise<RouteOutput<'agentCalls'>> {
    await this.requireOwn(caller, id);
    const { isKept, calls } = await this.agentCalls.list({ orgId: caller.orgId, principalId: id });
    return { isKept, calls: [...calls] };
  }

  @Serves('forgetAgentCalls')
  async forgetCalls(
    caller: Principal,
    { params: { id } }: ParsedInput<'forgetAgentCalls'>,
  ): Promise<RouteOutput<'forgetAgentCalls'>> {
    await this.requireOwn(caller, id);
    return { forgotten: await this.agentCalls.forget({ orgId: caller.orgId, principalId: id }) };
  }

  /** Refuses an agent that the caller does not own, with the same error as an unknown one. */
  private async requireOwn({ orgId, principalId }: Principal, id: PrincipalId): Promise<void> {
    const all = await this.principals.list({ orgId });
    const agent = all.find((one) => one.principalId === id);
    if (!agent || !isOwn(principalId, agent)) throw new CairnError('principal/unknown', `no agent ${id} of yours`);
  }
}

const isOwn = (caller: PrincipalId, { owner }: Pick<Agent, 'owner'>): boolean => owner?.principalId === caller;
