import { sightingQueries, type NewItemRow } from '@cairn/adapter-sql';
import { postgres } from '../pool/dialect.ts';
import type { Session } from '../pool/session.ts';

const queries = sightingQueries(postgres);

/** After the speaker was removed. A forgotten message called nobody, and who has no message left is nobody any more. */
export async function forgetCalls(session: Session, { id, org_id: org, speaker }: NewItemRow): Promise<number> {
  const inside = await session.run(queries.forgetSightingsIn, { id });
  return inside + (speaker ? await session.run(queries.forgetSightingsOf, { org, speaker }) : 0);
}
