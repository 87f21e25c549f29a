import { useSyncExternalStore } from 'react';
import type { MemoryDraft } from './memory-draft.ts';

/** Fields with which the form of a new memory begins, such as a selected text and the messages that say it. */
export interface NewMemory extends Partial<MemoryDraft> {
  readonly onStored?: () => void;
}

let opened: NewMemory | undefined;
const listeners = new Set<() => void>();

function set(next: NewMemory | undefined): void {
  opened = next;
  for (const listener of listeners) listener();
}

/** Opens the form of a new memory over the present screen. */
export const openNewMemory = (given: NewMemory = {}): void => set(given);
export const closeNewMemory = (): void => set(undefined);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the fields of the form that is open; undefined if none is. */
export const useNewMemory = (): NewMemory | undefined => useSyncExternalStore(subscribe, () => opened);
