import { heardIn, sightingQueries, sightingsOf, type NewItemRow } from '@cairn/adapter-sql';
import type { NewItem } from '@cairn/ports';
import { postgres } from '../pool/dialect.ts';
import type { Session } from '../pool/session.ts';

const queries = sightingQueries(postgres);

/** Once the items are stored: whom a message calls is among those who spoke before it. Few messages call anybody. */
export async function hearCalls(
  session: Session,
  items: readonly NewItem[],
  rows: readonly NewItemRow[],
  written: ReadonlySet<string>,
): Promise<void> {
  const heard = items.flatMap((item, at) => (written.has(item.id) ? (heardIn(item, rows[at]!) ?? []) : []));
  for (const one of heard) {
    const spoke = await session.all(queries.spokeBefore, { id: one.itemId });
    for (const sighting of sightingsOf(one, spoke)) await session.run(queries.insertSighting, sighting);
  }
}

/** After the speaker was removed. A forgotten message called nobody, and who has no message left is nobody any more. */
export async function forgetCalls(session: Session, { id, org_id: org, speaker }: NewItemRow): Promise<number> {
  const inside = await session.run(queries.forgetSightingsIn, { id });
  return inside + (speaker ? await session.run(queries.forgetSightingsOf, { org, speaker }) : 0);
}
