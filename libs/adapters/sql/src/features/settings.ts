import type { OrganisationSettings, OrgId } from '@cairn/contracts';
import { auditing } from '../audit.ts';
import { ofDialect } from '../dialect.ts';
import type { Author } from '../item-rows.ts';
import type { StoreSession, StoreWriteSession } from '../store/session.ts';

interface SettingsCommand {
  readonly author: Author;
  readonly settings: OrganisationSettings;
}

/** What an organisation has decided for itself. */
const settingsQueries = ofDialect(({ queries }) => ({
  settings: (orgId: OrgId) => queries.selectFrom('organisation').select('masking').where('id', '=', orgId),
  /** Changes nothing where it was decided so before. */
  change: ({ author, settings: { masking } }: SettingsCommand) =>
    queries.updateTable('organisation').set({ masking }).where('id', '=', author.orgId).where('masking', '<>', masking),
  /** To go with it, if it changed anything. */
  auditChange: ({ author, settings: { masking } }: SettingsCommand, now: number) =>
    auditing(
      { queries },
      { author, action: 'switch', kind: 'masking', id: author.orgId, version: masking === 'on' ? 1 : 0, now },
    ),
}));

/** Where nothing is stored of an organisation, it has decided nothing. */
const find = async (session: StoreSession, { orgId }: { orgId: OrgId }): Promise<OrganisationSettings> =>
  (await session.get(settingsQueries(session.dialect).settings(orgId))) ?? { masking: 'on' };

async function change(session: StoreWriteSession, command: SettingsCommand): Promise<void> {
  const queries = settingsQueries(session.dialect);
  const isChanged = (await session.run(queries.change(command))) > 0;
  if (isChanged) await session.run(queries.auditChange(command, session.now));
}

export const settingsStore = { name: 'settings', tables: [], reads: { find }, writes: { change } };
