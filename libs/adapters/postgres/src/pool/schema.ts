import type { IndexTarget } from '@cairn/contracts';
import type { IndexStateTable as SharedIndexStateTable, Tables as SharedTables } from '@cairn/store';

/**
 * The tables on Postgres: those of every truth, and those that differ from SQLite. Ids are `uuid`, which takes less than half of
 * their text in every index; JSON text in SQLite is JSON text here too.
 */
export interface Tables extends SharedTables {
  index_state: IndexStateTable;
  placement: PlacementTable;
  index_loss: IndexLossTable;
}

export interface IndexStateTable extends SharedIndexStateTable {
  /** A copy of the item's version, so that a reporting worker and a concurrent writer meet in this row. */
  wanted: number;
}

/** The place of an organisation's words. */
export interface PlacementTable {
  org_id: string;
  place: string;
}

/** A physical index that was lost with its content, until it is complete again. */
export interface IndexLossTable {
  target: IndexTarget;
  generation: number;
  place: string;
  lost_at: number;
  /** When everything had been sent again. */
  sent_at: number | null;
  /** The process that sends it again, and until when. */
  owner: string | null;
  leased_until: number;
}
