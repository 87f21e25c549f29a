import { hasRole, type Principal } from '@cairn/domain';
import type { Again } from '@cairn/ports';

/** A manager stores again what anybody forgot, a writer what was forgotten by themselves. */
export function againOf({ role }: Principal, isWanted = false): Again | undefined {
  if (!isWanted) return undefined;
  return hasRole(role, 'manager') ? 'all' : 'own';
}
