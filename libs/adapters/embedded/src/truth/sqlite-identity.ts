import { SqlIdentity, type KeyStore } from '@cairn/adapter-sql';
import type { Clock } from '@cairn/ports';
import type { SqliteThreads } from '../sqlite/threads.ts';

export interface SqliteIdentityOptions {
  readonly threads: SqliteThreads;
  readonly clock: Clock;
  /** Channel prefixes whose concrete channels belong to one peer, for the first organisation. Absent: as they were. */
  readonly peerPrefixes?: readonly string[] | undefined;
}

/** Organisations, principals and keys in the one file of the embedded backend. */
export class SqliteIdentity extends SqlIdentity {
  constructor({ threads, ...options }: SqliteIdentityOptions) {
    const store: KeyStore = {
      principalOfKey: (hash) => threads.read('principalOfKey', hash),
      createKey: (command) => threads.write('createKey', command),
      listKeys: (orgId) => threads.read('listKeys', orgId),
      revokeKey: (command) => threads.write('revokeKey', command),
      settings: (orgId) => threads.read('readSettings', orgId),
      changeSettings: (command) => threads.write('changeSettings', command),
      firstOrganisation: (command) => threads.write('firstOrganisation', command),
    };
    super({ store, ...options });
  }
}
