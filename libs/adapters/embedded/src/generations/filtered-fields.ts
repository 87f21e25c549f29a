import { effectiveTime, readerOf, type Item, type Scope } from '@cairn/contracts';
import { filteredBy, type FilteredBy } from '@cairn/ports';

/** What the indexes of the file keep of an item for filters, one column a field. */
export interface FilteredFields extends FilteredBy {
  readonly reader: string;
  readonly channel: string | null;
  readonly state: string;
  /** Epoch ms, as the times below. */
  readonly effectiveAt: number;
  readonly activeFrom: number | null;
  readonly activeTo: number | null;
}

/** `Scope` as it crosses to an index. */
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

/** In the order of `valuesOf`. The first two are not read any more: SQLite would write the whole table anew to take them away. */
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
