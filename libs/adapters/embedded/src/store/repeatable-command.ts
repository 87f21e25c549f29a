import { storeCommands } from '@cairn/store';
import type { Call } from '../sqlite/wire.ts';
import type { StoreCall } from './sqlite-transaction.ts';

/**
 * Tells whether a command is sent again if the disk loses it. A lost claim, or a vector whose delivery is not complete,
 * comes again with the delivery.
 */
export function isRepeatable({ name, args }: Pick<Call, 'name' | 'args'>): boolean {
  if (name === 'writeStore') return storeCommands.isRepeatable((args[0] as StoreCall).command);
  return name === 'claim' || name === 'upsertVectors';
}
