import { sightingQueries, type NewItemRow } from '@cairn/adapter-sql';
import type { Database } from '../sqlite/database.ts';
import { sqlite } from '../sqlite/dialect.ts';

const sightings = sightingQueries(sqlite);

/** A forgotten message called nobody, and who has no message left is nobody any more. */
export function forgetCalls(db: Database, { id, org_id: org, speaker }: NewItemRow): number {
  const inside = db.run(sightings.forgetSightingsIn, { id }).changes;
  return inside + (speaker ? db.run(sightings.forgetSightingsOf, { org, speaker }).changes : 0);
}
