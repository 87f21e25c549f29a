import { forgettingFor, type Principal } from '@cairn/domain';
import type { Overwrite } from '@cairn/ports';

/** A manager may overwrite what anybody forgot, a writer what they forgot themselves. */
export const overwriteOf = (author: Principal, isWanted = false): Overwrite | undefined =>
  isWanted ? forgettingFor(author) : undefined;
