import { column } from '@cairn/store';
import type { Item } from '@cairn/contracts';
import { filterFieldsOf, type FilterFields, type Scope } from '@cairn/domain';

/** Fields of an item by which indexes in the file filter; each is a column. */
export interface FilteredFields extends Omit<FilterFields, 'state'> {
  readonly state: string;
  readonly activeFrom: number | null;
}

/** Fields of a `Scope` that are passed to an index. */
export type ReaderFields = Pick<Scope, 'orgId' | 'readers' | 'closedChannels'>;

export const filteredFieldsOf = (item: Item): FilteredFields => ({
  ...filterFieldsOf(item),
  activeFrom: item.kind === 'memory' ? item.activeFrom : null,
});

/** Columns for the fields of `FilteredFields`. */
export const filteredFieldColumns = {
  reader: column.text(),
  channel: column.nullable(column.text()),
  subchannel: column.nullable(column.text()),
  session_key: column.nullable(column.text()),
  store: column.nullable(column.text()),
  category: column.nullable(column.text()),
  /** List as JSON text. */
  tags: column.text(),
  state: column.text(),
  effective_at: column.time(),
  valid_from: column.nullable(column.time()),
  valid_to: column.nullable(column.time()),
  active_from: column.nullable(column.time()),
  active_to: column.nullable(column.time()),
  knowledge_base: column.nullable(column.text()),
  subject: column.nullable(column.text()),
  attribute: column.nullable(column.text()),
};

/** Names of the columns, in the order in which `valuesOf` returns their values. */
export const filteredColumns = Object.keys(filteredFieldColumns);

export const valuesOf = (fields: FilteredFields) => [
  fields.reader,
  fields.channel,
  fields.subchannel,
  fields.sessionKey,
  fields.store,
  fields.category,
  JSON.stringify(fields.tags),
  fields.state,
  fields.effectiveAt,
  fields.validFrom,
  fields.validTo,
  fields.activeFrom,
  fields.activeTo,
  fields.knowledgeBase,
  fields.subject,
  fields.attribute,
];
