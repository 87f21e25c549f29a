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

/** Names of the columns, in the order in which `valuesOf` returns their values and `fieldsFrom` takes them. */
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

type Values = readonly (string | number | null)[];

/** Reads the fields from a row of columns, from the column at `start` on. */
export const fieldsFrom = (row: Values, start: number): FilteredFields => ({
  reader: row[start] as string,
  channel: row[start + 1] as string | null,
  subchannel: row[start + 2] as string | null,
  sessionKey: row[start + 3] as string | null,
  store: row[start + 4] as FilteredFields['store'],
  category: row[start + 5] as string | null,
  tags: tagsFrom(row[start + 6] as string),
  state: row[start + 7] as string,
  effectiveAt: row[start + 8] as number,
  validFrom: row[start + 9] as number | null,
  validTo: row[start + 10] as number | null,
  activeFrom: row[start + 11] as number | null,
  activeTo: row[start + 12] as number | null,
  knowledgeBase: row[start + 13] as string | null,
  subject: row[start + 14] as string | null,
  attribute: row[start + 15] as string | null,
});

const NO_TAGS: readonly string[] = [];

const tagsFrom = (json: string): readonly string[] => (json === '[]' ? NO_TAGS : (JSON.parse(json) as string[]));
