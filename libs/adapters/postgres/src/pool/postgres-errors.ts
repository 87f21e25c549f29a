import { CairnError } from '@cairn/contracts';
import { DatabaseError } from 'pg';

/** SQLSTATE classes and single states that mean a failure of the server and not a fault of our query. */
const UNAVAILABLE_STATE = /^(08|53|57P|57014|55P03|25006|40|58|XX)/;
/** States of a deadlock or a failed serialisation: nothing was done, and a retry can succeed. */
const RETRYABLE_STATE = /^40(P01|001)$/;

const stateOf = (error: unknown) => (error instanceof DatabaseError ? (error.code ?? '') : undefined);

export const isRetryable = (error: unknown): boolean => RETRYABLE_STATE.test(stateOf(error) ?? '');

/** States after which a connection is useless, since the server is stopping or has become a read-only replica. */
const CONNECTION_ENDING_STATE = /^(08|57P|25006)/;

/**
 * Tells whether the connection can be used again. The state of the connection is known only after errors that the
 * server named.
 */
export function isConnectionUsable(error: unknown): boolean {
  const state = stateOf(error);
  return error instanceof CairnError || (state !== undefined && !CONNECTION_ENDING_STATE.test(state));
}

/** Converts a failure of Postgres or of the connection to an error: a failure of the server, or a fault of our code. */
export function storeError(error: unknown): CairnError {
  if (error instanceof CairnError) return error;
  const state = stateOf(error);
  if (state === DISK_FULL) return diskFullError(error);
  if (state === undefined ? isOfConnection(error) : UNAVAILABLE_STATE.test(state)) return unavailableError(error);
  return new CairnError('internal', 'The store of record could not do this.', { cause: error });
}

const DISK_FULL = '53100';

const diskFullError = (cause: unknown): CairnError =>
  new CairnError('truth/full', 'The disk of Postgres is full: free some space there.', { cause });

export const unavailableError = (cause: unknown): CairnError =>
  new CairnError('truth/unavailable', 'The store of record could not do this now.', { cause });

/** Makes the error of a commit that got no answer and may have succeeded. */
export const unknownOutcomeError = (cause: unknown): CairnError =>
  new CairnError(
    'service/unavailable',
    'The connection to the store of record broke during this write. Repeat it with the same Idempotency-Key.',
    { cause },
  );

const SYSTEM_ERROR = /^E[A-Z_]+$/;
const DRIVER_FAILURE_MESSAGE = /connection|timeout|terminated|Client was closed|pool after calling end/i;

function isOfConnection(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (typeof code === 'string' && SYSTEM_ERROR.test(code)) || DRIVER_FAILURE_MESSAGE.test(String(message));
}
