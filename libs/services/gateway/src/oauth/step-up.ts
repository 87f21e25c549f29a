import { CairnError, scopeForRole, scopesOfRole, scopeText, type Role } from '@cairn/contracts';
import { hasRole } from '@cairn/domain';
import { callerOf, scopeChallengeOf, Uses } from '@cairn/platform';
import { oauthGrants, type OauthGrants } from '@cairn/store';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { tools } from '../tools/all.ts';

const ToolCall = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) });

/** The highest role that the tools of a request need; undefined if it calls none. */
function neededRole(body: unknown): Role | undefined {
  const called = [body].flat().flatMap((call) => ToolCall.safeParse(call).data?.params.name ?? []);
  return tools
    .filter(({ name, aliases = [] }) => called.some((each) => each === name || aliases.includes(each)))
    .map(({ role }) => role)
    .reduce<Role | undefined>((most, role) => (most && hasRole(most, role) ? most : role), undefined);
}

/** Tells OAuth clients that a tool needs another scope, so that they can ask their person for it. */
@Injectable()
export class StepUp {
  constructor(@Uses(oauthGrants) private readonly grants: OauthGrants) {}

  /**
   * Refuses a call with 403 and `insufficient_scope` if the client can get the scope: it has an access token of a grant
   * without it, and its person could give it. Every other caller gets the refusal of the tool itself.
   */
  async requireScope(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { orgId, keyId, role } = callerOf(request);
    const needed = neededRole(request.body);
    if (needed === undefined || hasRole(role, needed)) return;
    const grant = await this.grants.ofKey({ orgId, keyId });
    if (!grant?.personRole || !hasRole(grant.personRole, needed)) return;
    const scope = scopeForRole(needed);
    const isGiven = grant.scope.split(' ').includes(scope);
    if (isGiven || !scopesOfRole(grant.personRole).includes(scope)) return;
    reply.header('www-authenticate', scopeChallengeOf(request, scopeText(scope)));
    throw new CairnError('auth/forbidden', `This tool needs the scope ${scope}.`);
  }
}
