import {
  keyQueries,
  keySummaryOf,
  lastAdminQuery,
  principalOf,
  requireAnotherAdmin,
  settingsOf,
  settingsQueries,
  SqlIdentity,
  type KeyStore,
} from '@cairn/adapter-sql';
import type { Clock } from '@cairn/ports';
import { postgres } from './pool/dialect.ts';
import { takeLock } from './pool/locks.ts';
import type { PostgresPool } from './pool/postgres-pool.ts';

export interface PostgresIdentityOptions {
  readonly pool: PostgresPool;
  readonly clock: Clock;
  /** Channel prefixes whose concrete channels belong to one peer, for the first organisation. Absent: as they were. */
  readonly peerPrefixes?: readonly string[] | undefined;
}

/** Organisations, principals and keys on Postgres. */
export class PostgresIdentity extends SqlIdentity {
  constructor({ pool, ...options }: PostgresIdentityOptions) {
    super({ store: keyStoreOf(pool), ...options });
  }
}

const queries = keyQueries(postgres);
const settings = settingsQueries(postgres);
const lastAdmin = lastAdminQuery(postgres);

/** A key says which organisation it is of, so it is looked up among all. */
const keyStoreOf = (pool: PostgresPool): KeyStore => ({
  principalOfKey: async (hash) => {
    const row = await pool.read('all', (session) => session.get(queries.byHash, { hash }));
    return row && principalOf(row);
  },
  createKey: (command) => {
    const { inserts, summary } = queries.insertKey(command);
    return pool.write(command.key.orgId, async (session) => {
      for (const insert of inserts) await session.run(insert);
      return summary;
    });
  },
  listKeys: async (orgId) =>
    (await pool.read(orgId, (session) => session.all(queries.ofOrganisation(orgId)))).map(keySummaryOf),
  revokeKey: (command) =>
    pool.write(command.author.orgId, async (session) => {
      await takeLock(session, { what: 'organisation', orgId: command.author.orgId, key: 'admins' });
      requireAnotherAdmin(await session.get(lastAdmin(command)), command);
      const isRevoked = (await session.run(queries.revoke(command))) > 0;
      if (isRevoked) await session.run(queries.auditRevocation(command));
      return isRevoked;
    }),
  settings: async (orgId) => settingsOf(await pool.read('all', (session) => session.get(settings.settings(orgId)))),
  changeSettings: (command) =>
    pool.write('all', async (session) => {
      const isChanged = (await session.run(settings.change(command))) > 0;
      if (isChanged) await session.run(settings.auditChange(command));
    }),
  firstOrganisation: (command) =>
    pool.write('all', async (session) => {
      await takeLock(session, { what: 'organisation', orgId: '', key: 'first' });
      const { changes, first } = queries.keepFirst(await session.get(queries.first), command);
      for (const change of changes) await session.run(change);
      return first;
    }),
});
