import { Controller } from '@nestjs/common';
import { CairnError, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import { authorOf, hasRole, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { principals, removePrincipal, type Principals } from '@cairn/store';
import { v7 as uuidv7 } from 'uuid';

@Controller()
export class PrincipalsController {
  constructor(@Uses(principals) private readonly principals: Principals) {}

  @Serves('listPrincipals')
  async list(caller: Principal): Promise<RouteOutput<'listPrincipals'>> {
    const { orgId, principalId } = caller;
    const all = await this.principals.list({ orgId });
    const seen = hasRole(caller.role, 'manager')
      ? all
      : all.filter((one) => one.principalId === principalId || one.owner?.principalId === principalId);
    return {
      principals: seen.filter(({ goneAt }) => goneAt === null),
      gone: seen.filter(({ goneAt }) => goneAt !== null),
    };
  }

  @Serves('createPrincipal')
  async create(caller: Principal, { body }: ParsedInput<'createPrincipal'>): Promise<RouteOutput<'createPrincipal'>> {
    const kind = body.kind ?? (body.ownerId === undefined ? 'person' : 'agent');
    return this.principals.create({ author: authorOf(caller), principal: { ...body, kind } });
  }

  @Serves('changePrincipal')
  async change(
    caller: Principal,
    { params: { id }, query: { force }, body }: ParsedInput<'changePrincipal'>,
  ): Promise<RouteOutput<'changePrincipal'>> {
    const changed = await this.principals.change({ author: authorOf(caller), principalId: id, changes: body, force });
    if (!changed) throw new CairnError('principal/unknown', `no person or agent ${id}`);
    return changed;
  }

  @Serves('leave')
  async leave(
    caller: Principal,
    { params: { id }, query: { force }, body: { handOverTo, forget } }: ParsedInput<'leave'>,
  ): Promise<RouteOutput<'leave'>> {
    const forgetId = forget ? uuidv7() : undefined;
    const command = { author: authorOf(caller), principalId: id, heir: handOverTo, forgetId, force };
    const left = await removePrincipal(this.principals, command);
    if (!left) throw new CairnError('principal/unknown', `no person or agent ${id}`);
    return { principalId: id, ...left, forgetId: forgetId ?? null };
  }
}
