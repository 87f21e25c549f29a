import { z } from 'zod';
import { PrincipalId } from './ids.ts';
import { limits } from './limits.ts';
import type { Routes } from './route.ts';
import { EpochMs, Name } from './vocabulary.ts';

/** Kinds of items to which a rule can apply. No rule applies to notes, since they are kept as long as their files. */
const retainedKinds = ['message', 'memory'] as const;
const RetainedKind = z.enum(retainedKinds);

const daysField = (meaning: string) =>
  z.number().int().min(limits.retentionDays.min).max(limits.retentionDays.max).nullable().describe(meaning);
const AGE_MEANING = 'days after it was stored, or last changed if that is later; null: never';
const archiveAfterDays = daysField(`Taken out of the answers ${AGE_MEANING}. Being archived is a change`);
const forgetAfterDays = daysField(`Deleted for good ${AGE_MEANING}`);
const channel = Name.optional().describe(
  'Items of this channel only, which then follow this rule instead of the one without a channel',
);

/** Time for which a kind of item is kept. If neither limit is set, items are kept for good. */
export const RetentionRuleInput = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('message'), channel, forgetAfterDays }),
    z.strictObject({
      kind: z.literal('memory'),
      channel,
      archiveAfterDays: archiveAfterDays.default(null),
      forgetAfterDays: forgetAfterDays.default(null),
    }),
  ])
  .meta({ id: 'RetentionRuleInput' });
export type RetentionRuleInput = z.infer<typeof RetentionRuleInput>;

export const RetentionRule = z.object({
  kind: RetainedKind,
  channel: z.string().nullable().describe('null: of every channel that has no rule of its own, and of none'),
  archiveAfterDays,
  forgetAfterDays,
  setBy: PrincipalId,
  setAt: EpochMs,
});
export type RetentionRule = z.infer<typeof RetentionRule>;

const count = z.number().int().min(0);

/** Preview of a rule: the number of items that it would archive or forget now. */
export const RetentionCount = RetentionRule.pick({ kind: true, channel: true }).extend({
  archive: count.describe('Memories that would be archived'),
  forget: count.describe('Items that would be deleted for good'),
});
export type RetentionCount = z.infer<typeof RetentionCount>;

export const RetentionRun = z.object({
  id: z.uuid(),
  state: z.enum(['running', 'done']).describe('done: archiving is complete, and deletions are under way'),
  by: PrincipalId.describe('Principal that requested it, or set the newest rule'),
  begunAt: EpochMs,
  endedAt: EpochMs.nullable(),
  archived: count.describe('Memories that were archived'),
  forgetId: z.uuid().nullable().describe('The act that deletes: GET /v1/forgets/:id is its certificate'),
});
export type RetentionRun = z.infer<typeof RetentionRun>;

const RetentionState = z
  .object({
    rules: z.array(RetentionRule),
    lastRun: RetentionRun.nullable().describe('Rules run once a day, and not in the first hour after a change of them'),
  })
  .meta({ id: 'RetentionState' });

const RetentionRunRequest = z.strictObject({
  dryRun: z.boolean().default(false).describe('Only count what would go; nothing is changed'),
});

const RetentionRunResponse = z
  .object({
    dryRun: z.boolean(),
    id: z.uuid().optional().describe('Id of the run that was begun'),
    preview: z
      .array(RetentionCount)
      .optional()
      .describe(
        'For a dry run: counts for each rule, over the whole organisation, private items and those of peers included',
      ),
  })
  .meta({ id: 'RetentionRunResponse' });

/** Routes of an organisation's retention rules. */
export const retentionRoutes = {
  retention: {
    method: 'GET',
    path: '/v1/retention',
    service: 'ingest',
    role: 'manager',
    summary: 'Show the rules that delete messages and memories after a time; without one, they stay',
    output: RetentionState,
  },
  setRetention: {
    method: 'PUT',
    path: '/v1/retention/rules',
    service: 'ingest',
    role: 'admin',
    summary: 'Set the rule of a kind, or of a kind in a channel',
    body: RetentionRuleInput,
    output: RetentionState,
  },
  removeRetention: {
    method: 'DELETE',
    path: '/v1/retention/rules',
    service: 'ingest',
    role: 'admin',
    summary: 'Remove the rule of a kind, or of a kind in a channel',
    query: z.strictObject({ kind: RetainedKind, channel: Name.optional() }),
    output: RetentionState,
  },
  runRetention: {
    method: 'POST',
    path: '/v1/retention/runs',
    service: 'ingest',
    role: 'admin',
    summary: 'Run the rules now, or count the items that they would affect',
    body: RetentionRunRequest,
    output: RetentionRunResponse,
  },
} as const satisfies Routes;
