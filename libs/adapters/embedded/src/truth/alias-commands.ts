import { heardIn, sightingQueries, sightingsOf, type NewItemRow } from '@cairn/adapter-sql';
import type { NewItem } from '@cairn/ports';
import type { Database } from '../sqlite/database.ts';
import { sqlite } from '../sqlite/dialect.ts';

const sightings = sightingQueries(sqlite);

/** Once the message is stored: whom it calls is among those who spoke before it. */
export function hearCalls(db: Database, item: NewItem, row: NewItemRow): void {
  const heard = heardIn(item, row);
  if (!heard) return;
  const spoke = db.all(sightings.spokeBefore, { id: item.id });
  for (const sighting of sightingsOf(heard, spoke)) db.run(sightings.insertSighting, sighting);
}

/** A forgotten message called nobody, and who has no message left is nobody any more. */
export function forgetCalls(db: Database, { id, org_id: org, speaker }: NewItemRow): number {
  const inside = db.run(sightings.forgetSightingsIn, { id }).changes;
  return inside + (speaker ? db.run(sightings.forgetSightingsOf, { org, speaker }).changes : 0);
}
