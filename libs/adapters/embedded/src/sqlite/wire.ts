import { CairnError, errorCatalog, type ErrorCode, type FieldIssue } from '@cairn/contracts';
import type { Notice } from './database.ts';

/** What the main thread and the threads of the file say to each other. */
export interface Call {
  readonly number: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

export type Answer =
  { readonly number: number; readonly result: unknown } | { readonly number: number; readonly error: WireError };

export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly error: WireError }
  | { readonly type: 'answers'; readonly answers: readonly Answer[]; readonly notices: readonly Notice[] };

export type ToThread =
  { readonly type: 'open' } | { readonly type: 'call'; readonly call: Call } | { readonly type: 'close' };

/** What a thread starts with. */
export interface ThreadStart {
  readonly path: string;
  /** Epoch ms. */
  readonly now: number;
}

/** An error as structured clone keeps it: the class and its fields would be lost. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly issues: readonly FieldIssue[];
  readonly cause?: string | undefined;
}

export function toWire(error: unknown): WireError {
  const known = error instanceof CairnError ? error : storeError(error);
  return { code: known.code, message: known.message, issues: known.issues, cause: causeOf(known) };
}

export function fromWire({ code, message, issues, cause }: WireError): CairnError {
  return new CairnError(code in errorCatalog ? code : 'internal', message, { issues, cause });
}

const causeOf = ({ cause }: CairnError) =>
  cause instanceof Error ? (cause.stack ?? cause.message) : (cause as string);

/** SQLite's primary result codes that mean the file or its disk is in trouble, and not our query. */
const UNAVAILABLE = new Set([5, 6, 7, 8, 10, 11, 13, 14, 22, 26]);

/** What a failure of SQLite means to a caller: trouble with the file or disk, or a fault of ours. */
export function storeError(error: unknown): CairnError {
  const { errcode } = error as { errcode?: unknown };
  if (typeof errcode === 'number' && UNAVAILABLE.has(errcode & 0xff)) return unavailable(error);
  return new CairnError('internal', 'The store of record could not do this.', { cause: error });
}

export const unavailable = (cause: unknown): CairnError =>
  new CairnError('truth/unavailable', 'The store of record could not take this. Nothing was stored.', { cause });

const transferLists = new WeakMap<object, readonly ArrayBuffer[]>();

/** Marks buffers of a result that may move to the other thread instead of being copied. */
export function transferring<Result extends object>(result: Result, buffers: readonly ArrayBuffer[]): Result {
  transferLists.set(result, buffers);
  return result;
}

export const transfersOf = (result: unknown): readonly ArrayBuffer[] =>
  (typeof result === 'object' && result !== null && transferLists.get(result)) || [];
