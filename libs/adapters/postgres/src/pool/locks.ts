import { createHash } from 'node:crypto';
import type { Lock } from '@cairn/store';
import { sql } from 'kysely';
import { prepareStatement } from './dialect.ts';
import type { Session } from './session.ts';

/**
 * Number of lock ids for keys. Locks take memory in the server, so different keys may share a lock, at the cost of a
 * short wait.
 */
const LOCK_STRIPES = 256;

const hashLockName = (text: string) => createHash('sha1').update(text).digest().readInt32BE();

const numbersOf = ({ what, orgId, key }: Lock) => ({
  space: hashLockName(`${what} ${orgId}`),
  stripe: Math.abs(hashLockName(key)) % LOCK_STRIPES,
});

const callOf = (lock: Lock): string => {
  const { space, stripe } = numbersOf(lock);
  return `pg_advisory_xact_lock${lock.isShared ? '_shared' : ''}(${space}, ${stripe})`;
};

/** Removes duplicate locks and sorts them, so that two transactions do not deadlock. */
const sortLocks = (locks: readonly Lock[]): Lock[] =>
  [...new Map(locks.map((lock) => [callOf(lock), lock]))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, lock]) => lock);

/** Returns the statement that takes all locks; empty without locks. */
export function lockStatements(locks: readonly Lock[]): string[] {
  return locks.length > 0 ? [`select ${sortLocks(locks).map(callOf).join(', ')}`] : [];
}

const takeLocksStatement = prepareStatement<{ spaces: number[]; stripes: number[]; shared: boolean[] }>()(
  (place) => sql`select case when shared then pg_advisory_xact_lock_shared(space, stripe)::text
      else pg_advisory_xact_lock(space, stripe)::text end
    from unnest(${place('spaces')}::int[], ${place('stripes')}::int[], ${place('shared')}::boolean[]) as given (space, stripe, shared)`,
);

/** Takes locks in a transaction that has begun. */
export async function takeLocks(session: Session, locks: readonly Lock[]): Promise<void> {
  const ordered = sortLocks(locks);
  const numbers = ordered.map(numbersOf);
  await session.all(takeLocksStatement, {
    spaces: numbers.map(({ space }) => space),
    stripes: numbers.map(({ stripe }) => stripe),
    shared: ordered.map(({ isShared }) => isShared === true),
  });
}
