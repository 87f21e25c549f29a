import { CairnError, type IndexState, type Receipt } from '@cairn/contracts';
import type { Idempotency, NewItem } from '@cairn/ports';
import { ofDialect } from './dialect.ts';
import type { Author, ItemRow } from './item-rows.ts';
import { prepared } from './prepared.ts';

/** What is looked at of an item that is there already. */
export const presentColumns = [
  'seq',
  'id',
  'kind',
  'version',
  'state',
  'content_hash',
  'visibility',
  'principal_id',
] as const;
export type Present = Pick<ItemRow, (typeof presentColumns)[number]>;

/** What an item that is there already is told apart by. */
export type Standing = Omit<Present, 'seq'>;

/** An external id that is taken by other content, or by another's private item, is `item/conflict`. */
export function requireSame(present: Standing, { input, derived }: NewItem, author: Author): void {
  const isTheirs = present.visibility === 'private' && present.principal_id !== author.principalId;
  if (present.content_hash === derived.contentHash && !isTheirs) return;
  throw new CairnError('item/conflict', 'The external id is taken by an item with other content.', {
    issues: [{ field: 'externalId', message: 'is taken by an item with other content', value: input.externalId }],
  });
}

/** Merging looks only where the writer's own item would stand: equal keys of other audiences are other memories. */
export interface MergePlace {
  readonly mergeKey: string;
  readonly visibility: NewItem['visibility'];
  /** '' is none. */
  readonly channel: string;
  /** The writer of a private memory, else ''. */
  readonly owner: string;
}

/** Where an item would be merged; nowhere if it has an external id, or no merge key. */
export function mergePlaceOf({ kind, input, visibility, derived }: NewItem, author: Author): MergePlace | undefined {
  if (kind !== 'memory' || input.externalId !== undefined || derived.mergeKey === undefined) return undefined;
  const owner = visibility === 'private' ? author.principalId : '';
  return { mergeKey: derived.mergeKey, visibility, channel: input.channel ?? '', owner };
}

/** The answer to sending again what is there. */
export const receiptOfPresent = ({ id, kind, version, state }: Standing, index: IndexState): Receipt => ({
  kind,
  id,
  version,
  state,
  created: false,
  index,
});

export type AnswerKey = { org: string; principal: string; key: string };

/** Where the first answer to an idempotency key is kept, for either dialect. */
export const answerQueries = ofDialect(({ queries }) => ({
  findAnswer: prepared<AnswerKey>()((place) =>
    queries
      .selectFrom('idempotency')
      .select(['request_hash', 'receipts'])
      .where('org_id', '=', place('org'))
      .where('principal_id', '=', place('principal'))
      .where('key', '=', place('key')),
  ),
}));

/** The first answer to an idempotency key; with another request it is `idempotency/mismatch`. */
export function firstAnswer(
  found: { readonly request_hash: string; readonly receipts: string },
  { key, requestHash }: Idempotency,
): Receipt[] {
  if (found.request_hash === requestHash) return JSON.parse(found.receipts) as Receipt[];
  throw new CairnError('idempotency/mismatch', 'This Idempotency-Key was used before with another body.', {
    issues: [{ field: 'Idempotency-Key', message: 'was used before with another body', value: key }],
  });
}
