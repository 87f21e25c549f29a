import type { ItemId, Memory } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';

/** Finds the conversations that memories were made from. */
export abstract class Conversations {
  /**
   * All messages that a memory names as its sources, as far as the scope sees them: by effective time, ties by the order of
   * arrival. A source is named by its id, or by its external id in the memory's own source system.
   */
  abstract messagesOf(scope: Scope, memory: Pick<Memory, 'source' | 'sourceIds'>): Promise<ItemId[]>;
}
