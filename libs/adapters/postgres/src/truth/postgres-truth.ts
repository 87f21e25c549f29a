import { SpeakerLists, SqlTruth } from '@cairn/adapter-sql';
import { PostgresStore, type StoreOptions } from '../store/postgres-store.ts';

/** How long a list of speakers is kept that another process may have changed. */
const SPEAKERS_MS = 3000;

/** The truth on Postgres. */
export class PostgresTruth extends SqlTruth {
  /** As `PostgresStore` takes them. */
  constructor(options: StoreOptions) {
    super(new PostgresStore(options), new SpeakerLists({ keepMs: SPEAKERS_MS }));
  }

  /** Other processes hear of new speakers when their lists are old. */
  protected override speakersChanged(): void {
    this.speakerLists.forget();
  }
}
