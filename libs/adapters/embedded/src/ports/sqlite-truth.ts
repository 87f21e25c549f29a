import { SpeakerLists, SqlTruth } from '@cairn/store';
import { SqliteStore, type StoreOptions } from '../store/sqlite-store.ts';

/** The truth in the file of the embedded backend. */
export class SqliteTruth extends SqlTruth {
  /** Takes the options of `SqliteStore`. */
  constructor(options: StoreOptions) {
    super(new SqliteStore(options), new SpeakerLists());
    options.threads.onNotice('speakers', () => this.speakerLists.forget());
  }
}
