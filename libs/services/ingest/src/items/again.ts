import { forgettingFor, type Principal } from '@cairn/domain';
import type { Again } from '@cairn/ports';

/** A manager stores again what anybody forgot, a writer what was forgotten by themselves. */
export const againOf = (author: Principal, isWanted = false): Again | undefined =>
  isWanted ? forgettingFor(author) : undefined;
