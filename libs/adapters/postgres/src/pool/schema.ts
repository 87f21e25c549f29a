import type { IndexTarget } from '@cairn/contracts';
import type { IndexStateTable as SharedIndexStateTable, Tables as SharedTables } from '@cairn/adapter-sql';

/**
 * The tables on Postgres: those that every truth has, and what is kept otherwise than in the one file. Ids are `uuid`, which
 * takes less than half of their text in every index; whatever else is JSON text in the file is JSON text here.
 */
export interface Tables extends SharedTables {
  index_state: IndexStateTable;
  placement: PlacementTable;
  index_loss: IndexLossTable;
}

export interface IndexStateTable extends SharedIndexStateTable {
  /** The version of the item, here too: a worker that reports and a writer that goes on then meet in one row. */
  wanted: number;
}

/** Where the words of an organisation live. */
export interface PlacementTable {
  org_id: string;
  place: string;
}

/** A physical index that went away with what it held, until all of it is back. */
export interface IndexLossTable {
  target: IndexTarget;
  generation: number;
  place: string;
  lost_at: number;
  /** When everything had been sent again. */
  sent_at: number | null;
  /** Who sends it again, until when. */
  owner: string | null;
  leased_until: number;
}
