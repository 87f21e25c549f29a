import { CairnError } from '@cairn/contracts';
import { DatabaseError } from 'pg';

/** Classes of SQLSTATE, and single states, that mean the server is in trouble or busy, and not our query. */
const UNAVAILABLE = /^(08|53|57P|57014|55P03|25006|40|58|XX)/;
/** Deadlock and failed serialisation: nothing was done, and doing it again can work. */
const AGAIN = /^40(P01|001)$/;

const stateOf = (error: unknown) => (error instanceof DatabaseError ? (error.code ?? '') : undefined);

export const canBeDoneAgain = (error: unknown): boolean => AGAIN.test(stateOf(error) ?? '');

/** The server is going, or has become a replica that takes no writes: its connections are of no more use. */
const ENDS_CONNECTION = /^(08|57P|25006)/;

/** After any other failure than one that the server names, nobody knows in what state the connection is. */
export function leavesConnectionSound(error: unknown): boolean {
  const state = stateOf(error);
  return error instanceof CairnError || (state !== undefined && !ENDS_CONNECTION.test(state));
}

/** What a failure of Postgres or of the way to it means to a caller: trouble there, or a fault of ours. */
export function storeError(error: unknown): CairnError {
  if (error instanceof CairnError) return error;
  const state = stateOf(error);
  if (state === DISK_FULL) return full(error);
  if (state === undefined ? isOfConnection(error) : UNAVAILABLE.test(state)) return unavailable(error);
  return new CairnError('internal', 'The store of record could not do this.', { cause: error });
}

const DISK_FULL = '53100';

const full = (cause: unknown): CairnError =>
  new CairnError('truth/full', 'The disk of Postgres is full: free some space there.', { cause });

export const unavailable = (cause: unknown): CairnError =>
  new CairnError('truth/unavailable', 'The store of record could not do this now.', { cause });

/** A commit whose answer did not arrive may have been made. */
export const unknownOutcome = (cause: unknown): CairnError =>
  new CairnError(
    'service/unavailable',
    'The store of record went away while it stored this. Repeat it with the same Idempotency-Key.',
    { cause },
  );

const SYSTEM_ERROR = /^E[A-Z_]+$/;
const DRIVER_WORDS = /connection|timeout|terminated|Client was closed|pool after calling end/i;

function isOfConnection(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (typeof code === 'string' && SYSTEM_ERROR.test(code)) || DRIVER_WORDS.test(String(message));
}
