import { z } from 'zod';
import { FeedbackKind } from './feedback.ts';
import { ImportId } from './forgets.ts';
import { MemoryId, PrincipalId } from './ids.ts';
import { limits } from './limits.ts';
import { UnderstoodLines } from './meaning.ts';
import { PrincipalKind } from './principals.ts';
import { Memory } from './records.ts';
import type { Routes } from './route.ts';
import { EpochMs, ProjectName, Signals } from './vocabulary.ts';

/** Lists of the review: each holds memories about which a person has to decide. */
const reviewLists = [
  'proposals',
  'agentRules',
  'imported',
  'contradictions',
  'repetitions',
  'ending',
  'reported',
] as const;
const ReviewList = z.enum(reviewLists);
export type ReviewList = z.infer<typeof ReviewList>;

/** Days before the end of a memory's validity from which it is listed as ending. */
export const ENDING_DAYS = 30;

const ReviewCounts = z
  .object({
    counts: z
      .record(ReviewList, z.number().int().min(0).max(limits.reviewCount.max))
      .describe(
        `proposals: they wait for the caller; agentRules: rules that an agent wrote and no person confirmed; imported: rules, decisions and prohibitions that imports brought and no person confirmed; ending: the validity ends within ${ENDING_DAYS} days or has ended; reported: somebody called the memory wrong or outdated since it was last changed or confirmed. ${limits.reviewCount.max}: so many or more`,
      ),
  })
  .meta({ id: 'ReviewCounts' });

const Person = z.object({ principalId: PrincipalId, name: z.string() });

const ShownMemory = Memory.pick({
  category: true,
  title: true,
  content: true,
  project: true,
  channel: true,
  visibility: true,
  version: true,
  createdAt: true,
  validTo: true,
  actionTriggers: true,
  forbids: true,
  instead: true,
}).extend({ memoryId: MemoryId, writtenBy: Person.extend({ kind: PrincipalKind }) });

const ReportedMemory = ShownMemory.extend({
  reports: z
    .array(z.object({ kind: FeedbackKind.extract(['wrong', 'outdated']), at: EpochMs, by: Person }))
    .describe('The newest first'),
}).meta({ id: 'ReportedMemory' });
export type ReportedMemory = z.infer<typeof ReportedMemory>;

const ImportedMemory = ShownMemory.extend({
  signals: Signals,
  norms: z
    .array(z.string())
    .describe(
      'Norms that would bind beside its text, in full, a line each: acts that it forbids, acts to do instead, acts of which it speaks',
    ),
  importedBy: z.object({
    importId: z.string(),
    name: z.string().optional().describe('Name of the file or the folder; absent: its client did not say'),
    format: z.string().optional().describe('How it was read, such as "jsonl"; absent: its client did not say'),
  }),
}).meta({ id: 'ImportedMemory' });
export type ImportedMemory = z.infer<typeof ImportedMemory>;

const ConfirmedImport = z
  .object({
    confirmed: z.array(MemoryId).describe('Memories that the call confirmed'),
    suspect: z
      .array(MemoryId)
      .describe('Not confirmed, since they read like planted instructions: they are confirmed one by one'),
    changed: z
      .array(MemoryId)
      .describe('Not confirmed, since they have another version now, or wait no longer for it in this import'),
  })
  .meta({ id: 'ConfirmedImport' });

const ConfirmImportRequest = z
  .strictObject({
    memories: z
      .array(z.strictObject({ id: MemoryId, version: z.number().int().min(1) }))
      .min(limits.confirmedImports.min)
      .max(limits.confirmedImports.max)
      .describe('Memories of the import, each with the version that the person read'),
  })
  .meta({ id: 'ConfirmImportRequest' });

const Rule = ShownMemory.extend({
  isBinding: z
    .boolean()
    .describe(
      'Whether it can stop an action: a person wrote or confirmed it, or somebody with the role manager wrote it, or it came from a rule file or decision record of theirs',
    ),
  understood: UnderstoodLines,
  confirmed: z.object({ by: Person, at: EpochMs }).optional().describe('Absent: no person confirmed it'),
  stops: z
    .object({
      times: z.number().int().min(1),
      lastAt: EpochMs.describe('Beginning of the day (UTC) of the last stop'),
      whom: z.array(Person.extend({ times: z.number().int().min(1) })).describe('The most stopped first'),
    })
    .optional()
    .describe('Actions that it stopped; absent: none'),
}).meta({ id: 'Rule' });
export type Rule = z.infer<typeof Rule>;

const pageFields = {
  limit: z.coerce.number<number>().int().min(limits.limit.min).max(limits.limit.max).default(50),
  cursor: z.uuid().optional().describe('nextCursor of the page before'),
};

const RulesQuery = z.strictObject({
  project: ProjectName.optional().describe('Only rules of this project, and rules of none'),
  by: z
    .enum(['anybody', 'unconfirmed-agents'])
    .default('anybody')
    .describe('unconfirmed-agents: only rules that an agent wrote and no person confirmed'),
  ...pageFields,
});
export type RulesQuery = z.infer<typeof RulesQuery>;

const RulesResponse = z
  .object({
    rules: z.array(Rule).describe('Active rules, the newest first'),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'RulesResponse' });

const ReportedResponse = z
  .object({
    memories: z.array(ReportedMemory).describe('The newest memory first'),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'ReportedResponse' });

const ImportedQuery = z.strictObject({
  importId: ImportId.optional().describe('Only memories of this import'),
  ...pageFields,
});

const ImportedResponse = z
  .object({
    memories: z.array(ImportedMemory).describe('The newest memory first'),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'ImportedResponse' });

/** Routes of the review and of rules. */
export const reviewRoutes = {
  reviewCounts: {
    method: 'GET',
    path: '/v1/review',
    service: 'ingest',
    role: 'reader',
    summary: 'Count what waits for a decision of a person: proposals, rules of agents, contradictions and more',
    output: ReviewCounts,
  },
  reportedMemories: {
    method: 'GET',
    path: '/v1/review/reported',
    service: 'ingest',
    role: 'reader',
    summary: 'List memories that somebody called wrong or outdated since they were last changed or confirmed',
    query: z.strictObject(pageFields),
    output: ReportedResponse,
  },
  importedMemories: {
    method: 'GET',
    path: '/v1/review/imported',
    service: 'ingest',
    role: 'reader',
    summary:
      'List rules, decisions and prohibitions that imports brought: they are shown as advice, and bind nobody until a person confirms them',
    query: ImportedQuery,
    output: ImportedResponse,
  },
  confirmImport: {
    method: 'POST',
    path: '/v1/imports/:importId/confirm',
    service: 'ingest',
    role: 'writer',
    summary:
      'Confirm, as a person, rules, decisions and prohibitions of an import, each in the version that was read, so that they bind',
    params: z.object({ importId: ImportId }),
    body: ConfirmImportRequest,
    output: ConfirmedImport,
  },
  listRules: {
    method: 'GET',
    path: '/v1/rules',
    service: 'ingest',
    role: 'reader',
    summary: 'List rules, with how each was understood and what it stopped',
    query: RulesQuery,
    output: RulesResponse,
  },
} as const satisfies Routes;
