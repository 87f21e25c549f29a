import { z } from 'zod';
import { ImportId } from './forgets.ts';
import { PrincipalId } from './ids.ts';
import { limits } from './limits.ts';
import type { Routes } from './route.ts';
import { boundedText, EpochMs, Label } from './vocabulary.ts';

const importStates = ['running', 'complete', 'interrupted', 'stopped'] as const;

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const ImportFailure = z.object({
  place: Label.describe('Where it stands in the file, such as "line 3"'),
  reason: boundedText(limits.importReason).describe('Why it was not stored'),
});

const importFields = {
  name: Label.describe('Name of the file or the folder'),
  format: Label.describe('How it was read, such as "slack" or "markdown"'),
  readers: z.enum(['private', 'org']).describe('Readers of what it brought: the importer, or the organisation'),
  state: z
    .enum(importStates)
    .describe('stopped: it could not go on, or its client gave no sign for ten minutes, and problem says which'),
  created: count.describe('Items that are new'),
  present: count.describe('Items that were there already'),
  failed: count.describe('Items that were not stored'),
};

/** An import as its client reports it: when it begins, while it runs, and when it ends. */
export const ImportReportRequest = z
  .strictObject({
    ...importFields,
    share: z.number().min(0).max(1).optional().describe('Share of the file or the folder that was read, 0 to 1'),
    problem: boundedText(limits.importReason).optional().describe('Why it stopped before its end'),
    failures: z
      .array(z.strictObject(ImportFailure.shape))
      .max(limits.importFailures.max)
      .default([])
      .describe('The first items that were not stored'),
  })
  .meta({ id: 'ImportReportRequest' });
export type ImportReportRequest = z.infer<typeof ImportReportRequest>;

const Named = z.object({ principalId: PrincipalId, name: z.string() });

const ImportPace = z.object({
  perSecond: z.number().min(0).describe('Items a second since it began'),
  secondsLeft: count.nullable().describe('Estimated seconds until its end; null: the share that was read is not known'),
});

/** A past import. */
export const PastImport = z
  .object({
    importId: ImportId,
    ...importFields,
    problem: z.string().nullable(),
    failures: z.array(z.object({ place: z.string(), reason: z.string() })),
    by: Named,
    startedAt: EpochMs,
    pace: ImportPace.nullable().describe('Speed of a running import; null before its first items and after its end'),
    endedAt: EpochMs.nullable().describe('null: its client reported no end'),
    undone: z
      .object({ at: EpochMs, by: Named })
      .nullable()
      .describe('When and by whom it was undone; null: it was not'),
  })
  .meta({ id: 'PastImport' });
export type PastImport = z.infer<typeof PastImport>;

const ImportsResponse = z
  .object({ imports: z.array(PastImport).describe(`Newest first, ${limits.listedImports.max} at most`) })
  .meta({ id: 'ImportsResponse' });

const ReportedImport = z.object({ importId: ImportId, reported: z.literal(true) }).meta({ id: 'ReportedImport' });

/** Routes of past imports. `POST /v1/forgets` with an import id undoes one. */
export const importRoutes = {
  listImports: {
    method: 'GET',
    path: '/v1/imports',
    service: 'ingest',
    role: 'reader',
    summary: 'List your imports and those of your agents; as a manager also those of others that everyone may read',
    output: ImportsResponse,
  },
  reportImport: {
    method: 'PUT',
    path: '/v1/imports/:importId',
    service: 'ingest',
    role: 'writer',
    summary:
      'Report the beginning, the progress or the end of an import of yours, whose items have this id in their provenance',
    params: z.object({ importId: ImportId }),
    body: ImportReportRequest,
    output: ReportedImport,
  },
} as const satisfies Routes;
