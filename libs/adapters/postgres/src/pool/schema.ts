import type { IndexTarget } from '@cairn/contracts';
import {
  column,
  defineTable,
  type indexState,
  type placement,
  type RowOf,
  type Tables as SharedTables,
} from '@cairn/store';

/**
 * Tables on Postgres: the tables of every truth, and the tables that differ from SQLite. Ids are `uuid`, which takes
 * less than half as much space in every index as text. JSON that is text in SQLite is text here too.
 */
export interface Tables extends SharedTables {
  index_state: RowOf<typeof indexState>;
  placement: RowOf<typeof placement>;
  index_loss: RowOf<typeof indexLoss>;
}

/** Table of physical indexes that were lost with their content and are not complete again. */
export const indexLoss = defineTable({
  name: 'index_loss',
  columns: {
    target: column.text<IndexTarget>(),
    generation: column.int(),
    place: column.text(),
    lost_at: column.time(),
    /** Time at which all items had been sent to the index again. */
    sent_at: column.nullable(column.time()),
    /** Process that sends all items again; `leased_until` is the end of its lease. */
    owner: column.nullable(column.text()),
    leased_until: column.defaulted(column.time(), 0),
  },
  key: ['target', 'generation', 'place'],
  moves: { leftBehind: 'Indexes are built again.' },
});
