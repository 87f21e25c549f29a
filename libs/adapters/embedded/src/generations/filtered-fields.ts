import { column } from '@cairn/store';
import type { Item } from '@cairn/contracts';
import { effectiveTime, filteredBy, readerOf, type FilteredBy, type Scope } from '@cairn/domain';

/** Fields of an item that indexes in the file store for filters, one column each. */
export interface FilteredFields extends FilteredBy {
  readonly reader: string;
  readonly channel: string | null;
  readonly state: string;
  /** Epoch ms, like the times below. */
  readonly effectiveAt: number;
  readonly activeFrom: number | null;
  readonly activeTo: number | null;
}

/** A `Scope` as it is passed to an index. */
export type ReaderFields = Pick<Scope, 'orgId' | 'readers' | 'closedChannels'>;

export const filteredFieldsOf = (item: Item): FilteredFields => ({
  ...filteredBy(item),
  reader: readerOf(item),
  channel: item.channel,
  state: item.state,
  effectiveAt: effectiveTime(item),
  activeFrom: item.kind === 'memory' ? item.activeFrom : null,
  activeTo: item.activeTo,
});

/** The columns of a table with these fields. */
export const filteredFieldColumns = {
  reader: column.text(),
  channel: column.nullable(column.text()),
  subchannel: column.nullable(column.text()),
  session_key: column.nullable(column.text()),
  store: column.nullable(column.text()),
  category: column.nullable(column.text()),
  /** JSON list. */
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

/** The names of the columns, in the order of `valuesOf`. */
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
