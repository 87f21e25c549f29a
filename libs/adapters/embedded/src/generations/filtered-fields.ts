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

/** Columns in the order of `valuesOf`. The first two are unused: SQLite would rewrite the whole table to drop them. */
export const filteredColumns = [
  'principal_id',
  'visibility',
  'reader',
  'channel',
  'subchannel',
  'session_key',
  'store',
  'category',
  'tags',
  'state',
  'effective_at',
  'valid_from',
  'valid_to',
  'active_from',
  'active_to',
  'knowledge_base',
  'subject',
  'attribute',
] as const;

export const valuesOf = (fields: FilteredFields) => [
  '',
  '',
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
