import { z } from 'zod';
import { toolLimits } from './limits.ts';
import { Handoff } from './handoffs.ts';
import { OverviewChange } from './overview.ts';
import { Quotation } from './quotations.ts';
import { BudgetChars, FormerMemory, Project, RecallRequest } from './recall.ts';
import type { Routes } from './route.ts';
import { EpochMs, Name, TimeInput } from './vocabulary.ts';

const { min, max, default: usual } = toolLimits.wakeLimit;

export const WakeRequest = z
  .strictObject({
    channel: RecallRequest.shape.channel,
    project: Project,
    sessionKey: Name.optional().describe('The session that begins, which is not the last one'),
    compacted: Name.optional().describe(
      'The session that goes on after its context was summarised: the answer has its hand-off and the rules, and nothing else',
    ),
    sinceMs: TimeInput.optional().describe(
      'Time from which changes count: epoch ms, ISO 8601 with zone, day or month; by default from the end of your last session',
    ),
    limit: z.number().int().min(min).max(max).default(usual).describe('Entries of each list at most'),
    budgetChars: BudgetChars.describe('Characters of the injectionBlock at most'),
  })
  .meta({ id: 'WakeRequest' });
export type WakeRequest = z.infer<typeof WakeRequest>;

export const LastSession = z
  .object({
    sessionKey: z.string(),
    endedAt: EpochMs.describe('When its last message was stored'),
    messages: z
      .array(z.object({ ...Quotation.shape, former: FormerMemory.optional() }))
      .describe('How it ended, oldest first; `former` as with a hit of a recall'),
  })
  .meta({ id: 'LastSession' });
export type LastSession = z.infer<typeof LastSession>;

export const WakeResponse = z
  .object({
    since: EpochMs.describe('Time from which changes count'),
    sinceWhat: z
      .enum(['asked', 'last-session', 'week'])
      .describe(
        'last-session: the end of the last session that you wrote to; week: you wrote to none, so the last seven days',
      ),
    handoff: Handoff.nullable().describe(
      'Last session of more than 20 messages of this project, channel or owner; with `compacted`, that session. Null: there is none',
    ),
    lastSession: LastSession.nullable().describe('Null: you wrote to none before'),
    instructions: z
      .array(Quotation)
      .describe('Rules and lessons that a person or a manager wrote, the strongest first'),
    goals: z.array(Quotation).describe('Open ones, the nearest date first, then the newest'),
    changed: z.array(OverviewChange).describe('Memories that are new, changed or superseded since, the newest first'),
    decisions: z.array(Quotation).describe('The newest first, but for those in `changed`'),
    injectionBlock: z.string().describe('The same as text for a model, framed as data'),
  })
  .meta({ id: 'WakeResponse' });
export type WakeResponse = z.infer<typeof WakeResponse>;

export const wakeRoutes = {
  wake: {
    method: 'GET',
    path: '/v1/recall/wake',
    service: 'recall-api',
    role: 'reader',
    counts: 'wake',
    asks: [],
    summary: 'Brief a new session',
    query: WakeRequest,
    output: WakeResponse,
  },
} as const satisfies Routes;
