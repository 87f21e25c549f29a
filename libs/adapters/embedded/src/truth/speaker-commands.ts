import { prepared, speakerOf, type SpokenRow } from '@cairn/store';
import type { Selectable } from 'kysely';
import type { Database } from '../sqlite/database.ts';
import { queries } from '../sqlite/dialect.ts';
import type { SpeakerTable } from '../sqlite/schema.ts';

type SpeakerKey = Omit<Selectable<SpeakerTable>, 'messages'>;

const incrementSpeaker = prepared<SpeakerKey>()((place) =>
  queries
    .insertInto('speaker')
    .values({
      org_id: place('org_id'),
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

const decrementSpeaker = prepared<SpeakerKey>()((place) =>
  queries
    .updateTable('speaker')
    .set((eb) => ({ messages: eb('messages', '-', 1) }))
    .where('org_id', '=', place('org_id'))
    .where('reach', '=', place('reach'))
    .where('owner', '=', place('owner'))
    .where('channel', '=', place('channel'))
    .where('name', '=', place('name'))
    .returning('messages'),
);

const deleteSpeaker = prepared<SpeakerKey>()((place) =>
  queries
    .deleteFrom('speaker')
    .where('org_id', '=', place('org_id'))
    .where('reach', '=', place('reach'))
    .where('owner', '=', place('owner'))
    .where('channel', '=', place('channel'))
    .where('name', '=', place('name')),
);

/** Counts the speaker of a new message among the speakers of the message's audience. */
export function addSpeaker(db: Database, row: SpokenRow): void {
  const speaker = speakerOf(row);
  if (speaker && db.get(incrementSpeaker, speaker)?.messages === 1) db.notices.add('speakers');
}

export function removeSpeaker(db: Database, row: SpokenRow): void {
  const speaker = speakerOf(row);
  if (!speaker || (db.get(decrementSpeaker, speaker)?.messages ?? 1) > 0) return;
  db.run(deleteSpeaker, speaker);
  db.notices.add('speakers');
}
