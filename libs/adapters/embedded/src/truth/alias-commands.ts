import {
  aliasesOf,
  aliasQueries,
  heardIn,
  requireRoom,
  sightingQueries,
  sightingsOf,
  type DeclareCommand,
  type NewItemRow,
  type WithdrawCommand,
} from '@cairn/adapter-sql';
import type { Alias, OrgId } from '@cairn/contracts';
import type { NewItem } from '@cairn/ports';
import type { Database } from '../sqlite/database.ts';
import { sqlite } from '../sqlite/dialect.ts';

const queries = aliasQueries(sqlite);
const sightings = sightingQueries(sqlite);

export const allAliases = (db: Database, orgId: OrgId): Alias[] =>
  aliasesOf(db.all(queries.declared, { org: orgId }), db.all(sightings.learned, { org: orgId }));

export function declareAlias(db: Database, command: DeclareCommand): void {
  const { author, declaration } = command;
  const present = db.get(queries.present, { org: author.orgId, key: declaration.key });
  if (!present) requireRoom(db.get(queries.counted(author.orgId))!.count, declaration.alias);
  for (const change of queries.declaring(command, present)) db.run(change);
}

/** False when nobody declared it. */
export function withdrawAlias(db: Database, command: WithdrawCommand): boolean {
  const present = db.get(queries.present, { org: command.author.orgId, key: command.key });
  if (!present) return false;
  for (const change of queries.withdrawing(command, present)) db.run(change);
  return true;
}

/** Once the message is stored: whom it calls is among those who spoke before it. */
export function hearCalls(db: Database, item: NewItem, row: NewItemRow): void {
  const heard = heardIn(item, row);
  if (!heard) return;
  const spoke = db.all(sightings.spokeBefore, { id: item.id });
  for (const sighting of sightingsOf(heard, spoke)) db.run(sightings.insertSighting, sighting);
}

/** A forgotten message called nobody, and who has no message left is nobody any more. */
export function forgetCalls(db: Database, { id, org_id: org, speaker }: NewItemRow): void {
  db.run(sightings.forgetSightingsIn, { id });
  if (speaker) db.run(sightings.forgetSightingsOf, { org, speaker });
}
