import { forgettableBy, type Principal } from '@cairn/domain';
import type { Overwrite } from '@cairn/ports';

/**
 * Permission to store forgotten items again: for a manager those that anybody forgot, for a writer those that they forgot
 * themselves.
 */
export const overwriteOf = (author: Principal, isWanted = false): Overwrite | undefined =>
  isWanted ? forgettableBy(author) : undefined;
