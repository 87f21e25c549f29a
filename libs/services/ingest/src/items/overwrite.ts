import { forgettingFor, type Principal } from '@cairn/domain';
import type { Overwrite } from '@cairn/ports';

/** A manager stores again what anybody forgot, a writer what was forgotten by themselves. */
export const overwriteOf = (author: Principal, isWanted = false): Overwrite | undefined =>
  isWanted ? forgettingFor(author) : undefined;
