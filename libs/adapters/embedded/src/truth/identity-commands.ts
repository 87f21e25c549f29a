import {
  keyQueries,
  keySummaryOf,
  lastAdminQuery,
  principalOf,
  requireAnotherAdmin,
  settingsOf,
  settingsQueries,
  type CreateKeyCommand,
  type FirstOrganisationCommand,
  type RevokeKeyCommand,
  type SettingsCommand,
} from '@cairn/adapter-sql';
import type { OrganisationSettings, OrgId, Principal } from '@cairn/contracts';
import type { KeySummary } from '@cairn/ports';
import type { Database } from '../sqlite/database.ts';
import { sqlite } from '../sqlite/dialect.ts';

const queries = keyQueries(sqlite);
const settings = settingsQueries(sqlite);
const lastAdmin = lastAdminQuery(sqlite);

export function principalOfKey(db: Database, hash: string): Principal | undefined {
  const row = db.get(queries.byHash, { hash });
  return row && principalOf(row);
}

export function createKey(db: Database, command: CreateKeyCommand): KeySummary {
  const { inserts, summary } = queries.insertKey(command);
  for (const insert of inserts) db.run(insert);
  return summary;
}

export const listKeys = (db: Database, orgId: OrgId): KeySummary[] =>
  db.all(queries.ofOrganisation(orgId)).map(keySummaryOf);

/** False when the organisation has no such key, or it was revoked before. */
export function revokeKey(db: Database, command: RevokeKeyCommand): boolean {
  requireAnotherAdmin(db.get(lastAdmin(command)), command);
  const isRevoked = db.run(queries.revoke(command)).changes > 0;
  if (isRevoked) db.run(queries.auditRevocation(command));
  return isRevoked;
}

export const readSettings = (db: Database, orgId: OrgId): OrganisationSettings =>
  settingsOf(db.get(settings.settings(orgId)));

export function changeSettings(db: Database, command: SettingsCommand): void {
  const isChanged = db.run(settings.change(command)).changes > 0;
  if (isChanged) db.run(settings.auditChange(command));
}

export function firstOrganisation(db: Database, command: FirstOrganisationCommand): { orgId: OrgId; created: boolean } {
  const { changes, first } = queries.keepFirst(db.get(queries.first), command);
  for (const change of changes) db.run(change);
  return first;
}
