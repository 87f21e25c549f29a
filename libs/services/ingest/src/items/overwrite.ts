import { forgettableBy, type Principal } from '@cairn/domain';
import type { Overwrite } from '@cairn/ports';

/**
 * Returns the permission to store forgotten items again. A manager may store items that anybody forgot, a writer only
 * items that the writer forgot.
 */
export const overwriteOf = (author: Principal, isWanted = false): Overwrite | undefined =>
  isWanted ? forgettableBy(author) : undefined;
