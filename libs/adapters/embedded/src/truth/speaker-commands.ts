import { prepared, queries, type Database } from '../sqlite/database.ts';
import type { ScopeFields } from '../sqlite/conditions.ts';
import type { NewItemRow } from './item-rows.ts';

interface SpeakerKey {
  readonly org: string;
  readonly reach: 'all' | 'peer' | 'private';
  readonly owner: string;
  readonly channel: string;
  readonly name: string;
}

const addOne = prepared<SpeakerKey>()((place) =>
  queries
    .insertInto('speaker')
    .values({
      org_id: place('org'),
      reach: place('reach'),
      owner: place('owner'),
      channel: place('channel'),
      name: place('name'),
      messages: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'reach', 'owner', 'channel', 'name'])
        .doUpdateSet((eb) => ({ messages: eb('speaker.messages', '+', 1) })),
    )
    .returning('messages'),
);

const takeOne = prepared<SpeakerKey>()((place) =>
  queries
    .updateTable('speaker')
    .set((eb) => ({ messages: eb('messages', '-', 1) }))
    .where('org_id', '=', place('org'))
    .where('reach', '=', place('reach'))
    .where('owner', '=', place('owner'))
    .where('channel', '=', place('channel'))
    .where('name', '=', place('name'))
    .returning('messages'),
);

const removeNone = prepared<{ org: string }>()((place) =>
  queries.deleteFrom('speaker').where('org_id', '=', place('org')).where('messages', '<=', 0),
);

type SpokenRow = Pick<NewItemRow, 'org_id' | 'visibility' | 'principal_id' | 'channel' | 'speaker'>;

/** Counts the speaker of a new message where those who may see it will look. */
export function addSpeaker(db: Database, row: SpokenRow): void {
  if (row.speaker === null || row.speaker === undefined) return;
  if (db.get(addOne, keyOf(row, row.speaker))?.messages === 1) db.notices.add('speakers');
}

export function removeSpeaker(db: Database, row: SpokenRow): void {
  if (row.speaker === null || row.speaker === undefined) return;
  if ((db.get(takeOne, keyOf(row, row.speaker))?.messages ?? 1) > 0) return;
  db.run(removeNone, { org: row.org_id });
  db.notices.add('speakers');
}

function keyOf(row: SpokenRow, name: string): SpeakerKey {
  const reach = row.visibility === 'private' || row.visibility === 'peer' ? row.visibility : 'all';
  const owner = reach === 'private' ? row.principal_id : '';
  return { org: row.org_id, reach, owner, channel: row.channel ?? '', name };
}

/** The same rule as `visible`, on the counted speakers: a peer channel of null equals none, not even ''. */
export function speakers(db: Database, scope: ScopeFields, channel: string | null): string[] {
  const seen = queries
    .selectFrom('speaker')
    .select('name')
    .distinct()
    .where('org_id', '=', scope.orgId)
    .where((eb) =>
      eb.or([
        eb('reach', '=', 'all'),
        eb.and([eb('reach', '=', 'private'), eb('owner', '=', scope.principalId)]),
        eb.and([eb('reach', '=', 'peer'), eb('channel', '=', scope.peerChannel as string)]),
      ]),
    )
    .orderBy('name');
  return db.all(channel === null ? seen : seen.where('channel', '=', channel)).map(({ name }) => name);
}
