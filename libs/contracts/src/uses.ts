import { z } from 'zod';
import { EpochMs } from './vocabulary.ts';

/** Kinds of answers that count as a use of the memories in them. */
export const useKinds = ['recall', 'preflight', 'why', 'overview', 'wake', 'graph'] as const;
export const UseKind = z.enum(useKinds);
export type UseKind = z.infer<typeof UseKind>;

/** Number of answers that returned a memory, to any caller. */
export const Uses = z
  .object({
    times: z.number().int().min(1),
    since: EpochMs.describe('First use that was counted'),
    by: z.partialRecord(UseKind, z.number().int().min(1)).describe('The same by kind of answer'),
  })
  .meta({ id: 'Uses' });
export type Uses = z.infer<typeof Uses>;

/** Describes uses in words: `used 14 times since 2026-05-03`. */
export const describeUses = ({ times, since }: Pick<Uses, 'times' | 'since'>): string =>
  `used ${times === 1 ? 'once' : `${times} times`} since ${new Date(since).toISOString().slice(0, 10)}`;
