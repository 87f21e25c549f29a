import { speakerOf, type ItemRow } from '@cairn/store';
import { sql } from 'kysely';
import { prepareStatement } from '../pool/dialect.ts';
import type { Session } from '../pool/session.ts';
import { rowsAsJson } from '../pool/stored-text.ts';

const reachOfItem = sql<string>`case when visibility in ('private', 'peer') then visibility
  when visibility like 'team:%' then 'team' else 'all' end`;
const ownerOfItem = sql<string>`case when visibility = 'private' then principal_id::text
  when visibility like 'team:%' then visibility else '' end`;

const removal = prepareStatement<{ speakers: string }>()(
  (place) => sql`
    delete from speaker using json_populate_recordset(null::speaker, ${place('speakers')}::json) as given
    where speaker.org_id = given.org_id and speaker.reach = given.reach and speaker.owner = given.owner
      and speaker.channel = given.channel and speaker.name = given.name
      and not exists (select 1 from item where item.org_id = given.org_id and item.speaker = given.name
        and ${reachOfItem} = given.reach and ${ownerOfItem} = given.owner and coalesce(item.channel, '') = given.channel)`,
);

/**
 * Deletes speakers who have no messages. If a speaker writes at the same time, the speaker may be missing until the
 * next message.
 */
export async function removeSpeakers(session: Session, rows: readonly ItemRow[]): Promise<void> {
  const speakers = rows.flatMap((row) => speakerOf(row) ?? []);
  if (speakers.length > 0) await session.run(removal, { speakers: rowsAsJson(speakers) });
}
