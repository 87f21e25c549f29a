import { speakerOf, type ItemRow } from '@cairn/adapter-sql';
import { sql, type SqlBool } from 'kysely';
import { queries } from '../pool/dialect.ts';
import type { Session } from '../pool/session.ts';

const reachOfItem = sql<string>`case when visibility in ('private', 'peer') then visibility
  when visibility like 'team:%' then 'team' else 'all' end`;
const ownerOfItem = sql<string>`case when visibility = 'private' then principal_id::text
  when visibility like 'team:%' then visibility else '' end`;

/** A speaker goes with the last message. One who speaks again at this very moment may be missed until the next time. */
export async function removeSpeaker(session: Session, row: ItemRow): Promise<void> {
  const speaker = speakerOf(row);
  if (!speaker) return;
  const { org_id, reach, owner, channel, name } = speaker;
  const another = queries
    .selectFrom('item')
    .select('seq')
    .where('org_id', '=', org_id)
    .where('speaker', '=', name)
    .where('seq', '<>', row.seq)
    .where(
      sql<SqlBool>`(${reachOfItem} = ${reach} and ${ownerOfItem} = ${owner} and coalesce(channel, '') = ${channel})`,
    );
  const removal = queries
    .deleteFrom('speaker')
    .where('org_id', '=', org_id)
    .where('reach', '=', reach)
    .where('owner', '=', owner)
    .where('channel', '=', channel)
    .where('name', '=', name)
    .where(({ not, exists }) => not(exists(another)));
  await session.run(removal);
}
