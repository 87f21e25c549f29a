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
 * The tables on Postgres: those of every truth, and those that differ from SQLite. Ids are `uuid`, which takes less than half of
 * their text in every index; JSON text in SQLite is JSON text here too.
 */
export interface Tables extends SharedTables {
  index_state: RowOf<typeof indexState>;
  placement: RowOf<typeof placement>;
  index_loss: RowOf<typeof indexLoss>;
}

/** A physical index that was lost with its content, until it is complete again. */
export const indexLoss = defineTable({
  name: 'index_loss',
  columns: {
    target: column.text<IndexTarget>(),
    generation: column.int(),
    place: column.text(),
    lost_at: column.time(),
    /** When everything had been sent again. */
    sent_at: column.nullable(column.time()),
    /** The process that sends it again, and until when. */
    owner: column.nullable(column.text()),
    leased_until: column.defaulted(column.time(), 0),
  },
  key: ['target', 'generation', 'place'],
  moves: { leftBehind: 'Indexes are built again.' },
});
