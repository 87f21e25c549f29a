import { CairnError, type ErrorCode, type Subscription } from '@cairn/contracts';
import { copyError, type CopiedError } from '@cairn/ports';
import type { CommitNotice } from './database.ts';

/** Call that the main thread sends to a thread of the file. */
export interface Call {
  readonly number: number;
  readonly name: string;
  readonly args: readonly unknown[];
  /** True if the call is committed alone, after the calls that are already waiting. */
  readonly isLong?: boolean | undefined;
  /** Organisation that sent the call. Organisations take turns. */
  readonly of?: string | undefined;
}

export type Answer =
  { readonly number: number; readonly result: unknown } | { readonly number: number; readonly error: CopiedError };

export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly error: CopiedError }
  | { readonly type: 'answers'; readonly answers: readonly Answer[]; readonly notices: readonly CommitNotice[] };

export type ToThread =
  { readonly type: 'open' } | { readonly type: 'calls'; readonly calls: readonly Call[] } | { readonly type: 'close' };

/** Start parameters of a thread. */
export interface ThreadStart {
  readonly path: string;
  /** Epoch ms. */
  readonly now: number;
  /** Subscriptions to the events of writes. */
  readonly subscriptions: readonly Subscription[];
}

/** Copies an error of a command for the main thread. */
export const toWire = (error: unknown): CopiedError => copyError(storeError(error));

const damage = [
  'truth/damaged',
  'The file of the store of record is damaged. Stop the server and restore a backup.',
] as const;

/**
 * Maps SQLite's primary result codes for failures of the file or its disk to our errors. Any other code means a fault
 * of our query. Codes are interpreted nowhere else.
 */
const failureByErrorCode: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  5: ['truth/unavailable', 'The store of record is busy.'],
  6: ['truth/unavailable', 'The store of record is busy.'],
  7: ['truth/unavailable', 'The store of record has no memory left.'],
  8: ['truth/unavailable', 'The store of record can only be read: make its folder writable for the server.'],
  10: ['truth/unavailable', "The disk of the store of record failed: look at the disk and the system's log."],
  11: damage,
  13: ['truth/full', 'The disk is full: free some space, and writes work again.'],
  14: ['truth/unavailable', 'The file of the store of record cannot be opened.'],
  22: ['truth/unavailable', 'The file system cannot hold a file as large as the store of record.'],
  26: damage,
};

/** Converts a failure of SQLite to an error: a failure of the file or disk, or a fault of our code. */
export function storeError(error: unknown): CairnError {
  if (error instanceof CairnError) return error;
  const { errcode } = error as { errcode?: unknown };
  const trouble = typeof errcode === 'number' ? failureByErrorCode[errcode & 0xff] : undefined;
  if (trouble) return new CairnError(trouble[0], trouble[1], { cause: error });
  return new CairnError('internal', 'The store of record could not do this.', { cause: error });
}

/** Tells whether an error means a failure of the file or disk, whatever the command was. */
export const isStorageFailure = (error: unknown): error is CairnError =>
  error instanceof CairnError && ['truth/full', 'truth/damaged', 'truth/unavailable'].includes(error.code);

export const unavailableError = (cause: unknown): CairnError =>
  new CairnError('truth/unavailable', 'The store of record could not do this now.', { cause });
