import { sql, type SqlBool } from 'kysely';
import type { Dialect } from '../kit/dialect.ts';
import type { Ageing } from './retention.rules.ts';

const changedSince = (time: number) =>
  sql<SqlBool>`exists (select 1 from revision where revision.org_id = item.org_id
    and revision.item_id = item.id and revision.at >= ${time})`;

/**
 * Selects aged items of the organisation, whoever may read them. Chunks of a knowledge base are never selected: they live
 * as long as the base.
 */
export function agedItemsQuery({ queries }: Pick<Dialect, 'queries'>, orgId: string, ageing: Ageing) {
  const { kind, channel, except, states, before, notBefore } = ageing;
  let query = queries
    .selectFrom('item')
    .where('item.org_id', '=', orgId)
    .where('item.kind', '=', kind)
    .where('item.state', 'in', states)
    .where('item.knowledge_base', 'is', null)
    .where('item.created_at', '<', before)
    .where((eb) => eb.not(changedSince(before)));
  if (notBefore !== undefined)
    query = query.where((eb) => eb.or([eb('item.created_at', '>=', notBefore), changedSince(notBefore)]));
  if (channel !== null) return query.where('item.channel', '=', channel);
  if (except.length === 0) return query;
  return query.where((eb) => eb.or([eb('item.channel', 'is', null), eb('item.channel', 'not in', except)]));
}
