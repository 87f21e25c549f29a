import { createHash } from 'node:crypto';
import type { Lock } from '@cairn/adapter-sql';
import { sql } from 'kysely';
import { statement } from './dialect.ts';
import type { Session } from './session.ts';

/** Locks take room in the server, so different keys share some; then one waits a little for the other. */
const STRIPES = 256;

const hash = (text: string) => createHash('sha1').update(text).digest().readInt32BE();

const numbersOf = ({ what, orgId, key }: Lock) => ({
  space: hash(`${what} ${orgId}`),
  stripe: Math.abs(hash(key)) % STRIPES,
});

const callOf = (lock: Lock): string => {
  const { space, stripe } = numbersOf(lock);
  return `pg_advisory_xact_lock${lock.isShared ? '_shared' : ''}(${space}, ${stripe})`;
};

/** The statement, if any, that takes all of them, always in the same order, so that two never wait for each other. */
export function takingLocks(locks: readonly Lock[]): string[] {
  const calls = locks.map(callOf);
  return calls.length > 0 ? [`select ${[...new Set(calls)].sort().join(', ')}`] : [];
}

const taking = {
  alone: statement<{ space: number; stripe: number }>()(
    (place) => sql`select pg_advisory_xact_lock(${place('space')}::int, ${place('stripe')}::int)`,
  ),
  shared: statement<{ space: number; stripe: number }>()(
    (place) => sql`select pg_advisory_xact_lock_shared(${place('space')}::int, ${place('stripe')}::int)`,
  ),
};

export async function takeLock(session: Session, lock: Lock): Promise<void> {
  await session.all(lock.isShared ? taking.shared : taking.alone, numbersOf(lock));
}
