import { column, defineTable } from '@cairn/store';
import { filteredFieldColumns } from '../generations/filtered-fields.ts';

/**
 * Table with the vectors of an item in one generation, in the form of `packVectors`, and its filter fields. The row of a removed item
 * stays, without vectors, so that no older version is stored again.
 */
const vectorEntry = defineTable({
  name: 'vector_entry',
  columns: {
    seq: column.seq(),
    generation: column.int(),
    org_id: column.id(),
    kind: column.text(),
    item_id: column.id(),
    version: column.int(),
    removed: column.int(),
    ...filteredFieldColumns,
    packed: column.bytes(),
  },
  key: ['seq'],
  indexes: {
    vector_entry_by_item: 'unique (generation, org_id, kind, item_id)',
    vector_removal: '(generation, effective_at) where removed = 1',
  },
  moves: { leftBehind: 'Indexes are built again.' },
});

export const vectorTables = [vectorEntry];
