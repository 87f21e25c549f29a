import { SpeakerLists, SqlTruth } from '@cairn/store';
import { PostgresStore, type StoreOptions } from '../store/postgres-store.ts';

/** Time in ms for which a list of speakers is cached. Another process may change the list meanwhile. */
const SPEAKERS_CACHE_MS = 3000;

/** The truth on Postgres. */
export class PostgresTruth extends SqlTruth {
  /** Takes the options of `PostgresStore`. */
  constructor(options: StoreOptions) {
    super(new PostgresStore(options), new SpeakerLists({ keepMs: SPEAKERS_CACHE_MS }));
  }

  /** Clears the lists of this process. Other processes see new speakers when their lists expire. */
  protected override speakersChanged(): void {
    this.speakerLists.forget();
  }
}
