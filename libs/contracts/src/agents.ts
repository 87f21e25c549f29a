import { z } from 'zod';
import { PrincipalId } from './ids.ts';
import { limits } from './limits.ts';
import { PrincipalOwner } from './principals.ts';
import type { Routes } from './route.ts';
import { UseKind } from './uses.ts';
import { EpochMs } from './vocabulary.ts';

/** Moments at which a client runs the hook of Cairn, as the header `X-Cairn-Hook` of its calls names them. */
const hookEvents = ['session-start', 'subagent-start', 'prompt', 'pre-tool'] as const;
export const HookEvent = z.enum(hookEvents);
export type HookEvent = z.infer<typeof HookEvent>;

/**
 * Header of a hook's call: the moment, the milliseconds for which the hook waits, and the late answers that it counted since it
 * last reached the server, such as `prompt; wait=760; late=2`.
 */
export const HOOK_HEADER = 'X-Cairn-Hook';

const count = z.number().int().min(0);

const Agent = z
  .object({
    principalId: PrincipalId,
    name: z.string(),
    owner: PrincipalOwner.nullable(),
    isOwn: z.boolean().describe('Whether the caller owns it, and so may read its calls'),
    createdAt: EpochMs,
    keys: count.describe('Its keys that work now'),
    lastCallAt: EpochMs.nullable().describe('When it last came, to the minute; null: never'),
    project: z.string().nullable().describe('Project of its last question that named one, within 30 days'),
    hookAt: EpochMs.nullable().describe(
      'When its hook last asked, within 30 days; null: it has no hooks on, or none ran',
    ),
    today: z
      .object({
        asked: count.describe('Questions, preflights and briefings'),
        stored: count.describe('Memories that it stored or proposed'),
        late: count.describe(
          'Answers that came too late for its hook, as the hook itself counts them; the last ones follow with its next call',
        ),
      })
      .describe('Since midnight (UTC)'),
  })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof Agent>;

const AgentCall = z
  .object({
    at: EpochMs,
    act: UseKind,
    question: z.string().describe('Words of the question, masked and cut; empty for a briefing'),
    project: z.string().nullable(),
    hits: count.describe('Items of the answer'),
    itemIds: z.array(z.uuid()).describe(`The first ${limits.agentCallItems.max} of them`),
    tookMs: count,
    hook: HookEvent.nullable().describe('The moment at which a hook asked; null: the agent asked itself'),
    isLate: z.boolean().describe('Whether the hook had stopped waiting'),
  })
  .meta({ id: 'AgentCall' });
export type AgentCall = z.infer<typeof AgentCall>;

/** Routes of agents: what each did lately. */
export const agentRoutes = {
  listAgents: {
    method: 'GET',
    path: '/v1/agents',
    service: 'ingest',
    role: 'reader',
    summary: 'List agents with what they asked and stored today; others than managers see their own agents',
    output: z.object({ agents: z.array(Agent).describe('The last to come first') }).meta({ id: 'AgentsResponse' }),
  },
  agentCalls: {
    method: 'GET',
    path: '/v1/agents/:id/calls',
    service: 'ingest',
    role: 'reader',
    summary: 'Show what an agent of your own asked last and what it got',
    params: z.object({ id: PrincipalId }),
    errors: ['principal/unknown'],
    output: z
      .object({
        isKept: z.boolean().describe('Whether the organisation keeps the calls of agents (settings: agentCalls)'),
        calls: z
          .array(AgentCall)
          .describe(`The last ${limits.agentCalls.max} of ${limits.agentCallDays.max} days, the newest first`),
      })
      .meta({ id: 'AgentCallsResponse' }),
  },
  forgetAgentCalls: {
    method: 'DELETE',
    path: '/v1/agents/:id/calls',
    service: 'ingest',
    role: 'reader',
    isWrite: true,
    summary: 'Forget what an agent of your own asked',
    params: z.object({ id: PrincipalId }),
    errors: ['principal/unknown'],
    output: z.object({ forgotten: count }).meta({ id: 'AgentCallsForgotten' }),
  },
} as const satisfies Routes;
