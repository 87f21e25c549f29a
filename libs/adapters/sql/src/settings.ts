import type { OrganisationSettings, OrgId } from '@cairn/contracts';
import { auditing } from './audit.ts';
import { ofDialect } from './dialect.ts';
import type { Author } from './item-rows.ts';

export interface SettingsCommand {
  readonly author: Author;
  readonly settings: OrganisationSettings;
  readonly now: number;
}

/** What an organisation has decided for itself, for either dialect. */
export const settingsQueries = ofDialect(({ queries }) => ({
  settings: (orgId: OrgId) => queries.selectFrom('organisation').select('masking').where('id', '=', orgId),
  /** Changes nothing where it was decided so before. */
  change: ({ author, settings: { masking } }: SettingsCommand) =>
    queries.updateTable('organisation').set({ masking }).where('id', '=', author.orgId).where('masking', '<>', masking),
  /** To go with it, if it changed anything. */
  auditChange: ({ author, settings: { masking }, now }: SettingsCommand) =>
    auditing(
      { queries },
      { author, action: 'switch', kind: 'masking', id: author.orgId, version: masking === 'on' ? 1 : 0, now },
    ),
}));

/** Where nothing is stored of an organisation, it has decided nothing. */
export const settingsOf = (row: OrganisationSettings | undefined): OrganisationSettings => row ?? { masking: 'on' };
