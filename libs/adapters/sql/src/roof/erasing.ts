import { sightingQueries } from '../features/aliases.ts';
import { markMadeFrom } from '../features/gone-sources.ts';
import { bridgeSuccession } from '../features/successions.ts';
import { ofDialect } from '../dialect.ts';
import { erasedOf, type ItemRow } from '../item-rows.ts';
import { sourceLinkQueries } from '../source-links.ts';
import { prepared } from '../prepared.ts';
import { forgettingRows } from './roof.ts';
import { addedUp, type Removed, type StoreWriteSession } from '../store/session.ts';

/** A reason can hold what a server said of the text. The deletion has an event of its own. */
const forgetLetters = ofDialect(({ queries }) =>
  prepared<{ id: string }>()((place) => queries.deleteFrom('dead_letter').where('item_id', '=', place('id'))),
);

/**
 * Leaves a tombstone of a locked row: id, version and place stay; all text goes, and what was derived of it, from the indexes
 * of this commit too. Its event is in the outbox. Says how many rows of which tables went.
 */
export async function eraseItem(session: StoreWriteSession, row: ItemRow): Promise<Removed> {
  const { seq, id, org_id: orgId } = row;
  const { dialect, now } = session;
  await bridgeSuccession(session, row);
  await markMadeFrom(session, row);
  const tombstone = { ...erasedOf(row), state: 'deleted', version: row.version + 1, deleted_at: now } as const;
  const [embeddings, origins, letters, ...ofFeatures] = await Promise.all([
    session.forgetEmbeddings([seq]),
    session.run(sourceLinkQueries(dialect).forgetOrigins, { id }),
    session.run(forgetLetters(dialect), { id }),
    ...forgettingRows(dialect, { orgId, id }).map(async ({ table, removal }) => ({
      [table]: await session.run(removal),
    })),
    session
      .run(dialect.queries.updateTable('item').set(tombstone).where('seq', '=', seq))
      .then((): Removed => ({ item: 1 })),
  ]);
  await session.itemStored({ ...row, ...tombstone }, { text: 'same' });
  await session.forgetSpeaker(row);
  const alias_sighting = await forgetCalls(session, row);
  session.erased();
  return addedUp([
    { item_embedding: embeddings, origin: origins, dead_letter: letters, alias_sighting },
    ...ofFeatures,
  ]);
}

/** After the speaker was removed. A forgotten message called nobody, and who has no message left is nobody any more. */
async function forgetCalls(session: StoreWriteSession, { id, org_id: org, speaker }: ItemRow): Promise<number> {
  const { forgetSightingsIn, forgetSightingsOf } = sightingQueries(session.dialect);
  const inside = await session.run(forgetSightingsIn, { id });
  return inside + (speaker ? await session.run(forgetSightingsOf, { org, speaker }) : 0);
}
