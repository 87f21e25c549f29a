import { z } from 'zod';
import { BackupState } from './backups.ts';
import type { Routes } from './route.ts';
import { EpochMs } from './vocabulary.ts';

/** Length of a slot in ms, and the number of slots that are kept: 24 hours. */
export const HEALTH_SLOT_MS = 300_000;
export const HEALTH_SLOTS = 288;

const count = z.number().int().min(0);

/** Work of a process in five minutes. */
export const HealthSlot = z
  .object({
    at: EpochMs.describe('Its beginning'),
    writes: count.describe('Writes that were stored'),
    recalls: count,
    recallP95Ms: z.number().min(0).nullable().describe('95th percentile of the time of recalls; null without one'),
    lateHooks: count.describe('Answers to hooks that had stopped waiting'),
    waiting: count.nullable().describe('The most deliveries that waited; null where the process does not measure it'),
  })
  .meta({ id: 'HealthSlot' });
export type HealthSlot = z.infer<typeof HealthSlot>;

const samples = {
  process: z.string().describe('Host and number of the process, which tell replicas apart'),
  since: EpochMs.describe('Its start; it keeps its samples in memory'),
  slots: z.array(HealthSlot).describe('Slots of the last 24 hours in which something happened, oldest first'),
};

/** Work of one process of the last 24 hours, as it shares it with the others. */
export const ProcessSamples = z.object(samples).meta({ id: 'ProcessSamples' });
export type ProcessSamples = z.infer<typeof ProcessSamples>;

/** Work of one process of the last 24 hours in sums. */
const ProcessWork = z
  .object({
    ...{ process: samples.process, since: samples.since, writes: count, recalls: count, lateHooks: count },
    recallP95Ms: HealthSlot.shape.recallP95Ms.describe('The slowest of its slots'),
  })
  .meta({ id: 'ProcessWork' });

const HealthResponse = z
  .object({
    ...samples,
    slots: samples.slots.describe(
      'Slots of the last 24 hours, oldest first: of all processes that share their samples, their sums, and of times and waiting deliveries the most',
    ),
    processes: z
      .array(ProcessWork)
      .describe('The processes whose work the slots have, the answering one first; it alone where none is shared'),
    disk: z
      .object({ freeBytes: count, totalBytes: count, dataBytes: count })
      .nullable()
      .describe('The disk of the data folder; null where the store is no folder'),
    backups: BackupState.nullable().describe('Scheduled backups of the folder; null: none are'),
    backupAt: EpochMs.nullable().describe('Time of the last `cairn backup` of the folder; null: none is known'),
  })
  .meta({ id: 'HealthResponse' });

/** Routes of the health of the installation. */
export const healthRoutes = {
  health: {
    method: 'GET',
    path: '/v1/health',
    service: 'ingest',
    role: 'admin',
    summary: 'Show writes, recalls, waiting deliveries, disk and the age of the backup',
    output: HealthResponse,
  },
  recallHealth: {
    method: 'GET',
    path: '/v1/recall/health',
    service: 'recall-api',
    role: 'admin',
    summary: 'Show recalls, their time and late answers to hooks, of the process that answers',
    output: ProcessSamples,
  },
} as const satisfies Routes;
