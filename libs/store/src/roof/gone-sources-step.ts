import { limits } from '@cairn/contracts';
import { goneSource } from '../memories/gone-sources.ts';
import { ddlOf } from '../kit/ddl.ts';

const SUMMARY_OVER = limits.linkedSources.max;

/** Stores the origins of summaries too, so that a summary is marked when one of its sources is forgotten. */
export const goneSourcesStep = {
  name: 'sources that are gone',
  sqlite: `${ddlOf(goneSource, 'sqlite')}
  alter table origin add column is_summary integer not null default 0;
  insert or ignore into origin (org_id, item_id, source, ref, ref_id, is_summary)
    select org_id, item.id, source, named.value,
      case when lower(named.value) glob '${'[0-9a-f]'.repeat(8)}-*-*-*-*' and length(named.value) = 36 then lower(named.value) end, 1
    from item, json_each(item.source_ids) as named
    where item.kind = 'memory' and state <> 'deleted' and json_array_length(item.source_ids) > ${SUMMARY_OVER};`,
  postgres: `${ddlOf(goneSource, 'postgres')}
  alter table origin add column is_summary int not null default 0;
  insert into origin (org_id, item_id, source, ref, ref_id, is_summary)
    select org_id, item.id, source, named.value,
      case when lower(named.value) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then lower(named.value)::uuid end, 1
    from item, json_array_elements_text(item.source_ids::json) as named(value)
    where item.kind = 'memory' and state <> 'deleted' and json_array_length(item.source_ids::json) > ${SUMMARY_OVER}
    on conflict do nothing;`,
};
