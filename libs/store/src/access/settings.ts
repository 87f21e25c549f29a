import { toolLimits, type OrganisationSettings, type OrgId, type SettingsRequest } from '@cairn/contracts';
import { ofDialect } from '../kit/dialect.ts';
import type { Author } from '../kit/item-rows.ts';
import { audit } from '../kit/audit.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

interface SettingsCommand {
  readonly author: Author;
  readonly changes: SettingsRequest;
}

/** Queries for the settings of an organisation. */
const settingsQueries = ofDialect(({ queries }) => ({
  settings: (orgId: OrgId) =>
    queries.selectFrom('organisation').select(['masking', 'recall_limit as recallLimit']).where('id', '=', orgId),
  change: ({ orgId }: Author, { masking, recallLimit }: SettingsRequest) =>
    queries
      .updateTable('organisation')
      .set({ ...(masking && { masking }), ...(recallLimit !== undefined && { recall_limit: recallLimit }) })
      .where('id', '=', orgId),
}));

interface Audited {
  readonly kind: 'masking' | 'recall-limit';
  readonly version: number;
}

const USUAL: OrganisationSettings = { masking: 'on', recallLimit: toolLimits.recallLimit.default };

/** Reads the settings of an organisation; returns the defaults if none are stored. */
async function find(tx: ReadTransaction, { orgId }: { orgId: OrgId }): Promise<OrganisationSettings> {
  const row = await tx.get(settingsQueries(tx.dialect).settings(orgId));
  return { masking: row?.masking ?? USUAL.masking, recallLimit: row?.recallLimit ?? USUAL.recallLimit };
}

/** Changes settings. A value equal to the stored one changes nothing and is not audited. */
async function change(tx: Transaction, { author, changes }: SettingsCommand): Promise<void> {
  const queries = settingsQueries(tx.dialect);
  const before = await find(tx, author);
  const { masking = before.masking, recallLimit = before.recallLimit } = changes;
  const audited: Audited[] = [
    ...(masking === before.masking ? [] : [{ kind: 'masking', version: masking === 'on' ? 1 : 0 } as const]),
    ...(recallLimit === before.recallLimit ? [] : [{ kind: 'recall-limit', version: recallLimit } as const]),
  ];
  if (audited.length === 0 || (await tx.run(queries.change(author, changes))) === 0) return;
  for (const one of audited) await audit(tx, { author, action: 'switch', id: author.orgId, ...one });
}

export const settingsStore = { name: 'settings', tables: [], reads: { find }, writes: { change } };
