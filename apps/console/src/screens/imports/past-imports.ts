import { useSyncExternalStore } from 'react';

/** An import of this browser. */
export interface PastImport {
  readonly importId: string;
  readonly name: string;
  readonly at: number;
  readonly readers: 'private' | 'org';
  readonly created: number;
  readonly failed: number;
  /** Reason why the import stopped early; absent if it did not. */
  readonly problem?: string;
  readonly isUndone?: true;
}

const KEY = 'cairn:imports';
const KEPT_MAX = 50;
const listeners = new Set<() => void>();

const read = (): string => localStorage.getItem(KEY) ?? '[]';

function parse(text: string): PastImport[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as PastImport[]) : [];
  } catch {
    return [];
  }
}

function write(all: readonly PastImport[]): void {
  localStorage.setItem(KEY, JSON.stringify(all.slice(0, KEPT_MAX)));
  for (const listener of listeners) listener();
}

/** Records an import of this browser in front of the earlier ones. */
export const recordImport = (one: PastImport): void => write([one, ...parse(read())]);

export const markUndone = (importId: string): void =>
  write(parse(read()).map((one) => (one.importId === importId ? { ...one, isUndone: true } : one)));

/** The imports of this browser, the newest first. */
export function usePastImports(): readonly PastImport[] {
  const text = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
  return parse(text);
}
