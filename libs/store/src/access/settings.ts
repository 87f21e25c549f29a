import { isDeepStrictEqual } from 'node:util';
import {
  toolLimits,
  type OrganisationSettings,
  type OrgId,
  type ReviewPolicy,
  type SettingsRequest,
} from '@cairn/contracts';
import { ofDialect } from '../kit/dialect.ts';
import type { Author } from '../kit/item-rows.ts';
import { keepReviewPolicy, reviewPolicy, reviewPolicyOf } from '../memories/review-policy.ts';
import { auditActs } from '../kit/audit.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { keepsAgentCalls, setAgentCalls } from './agent-calls.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

interface SettingsCommand {
  readonly author: Author;
  readonly changes: SettingsRequest;
}

/** Queries for the settings of an organisation. */
const settingsQueries = ofDialect(({ queries }) => ({
  settings: (orgId: OrgId) =>
    queries.selectFrom('organisation').select(['masking', 'recall_limit as recallLimit']).where('id', '=', orgId),
  change: ({ orgId }: Author, { masking, recallLimit }: StoredSettings) =>
    queries
      .updateTable('organisation')
      .set({ ...(masking && { masking }), ...(recallLimit !== undefined && { recall_limit: recallLimit }) })
      .where('id', '=', orgId),
}));

/** The settings that the row of the organisation stores. */
type StoredSettings = Pick<SettingsRequest, 'masking' | 'recallLimit'>;

interface AuditedSettings {
  readonly kind: 'masking' | 'recall-limit' | 'settings';
  readonly version: number;
}

const DEFAULT_SETTINGS = { masking: 'on', recallLimit: toolLimits.recallLimit.default } as const;

/** Reads the settings of an organisation; returns the defaults if none are stored. */
async function findSettings(tx: ReadTransaction, { orgId }: { orgId: OrgId }): Promise<OrganisationSettings> {
  const row = await tx.get(settingsQueries(tx.dialect).settings(orgId));
  return {
    masking: row?.masking ?? DEFAULT_SETTINGS.masking,
    recallLimit: row?.recallLimit ?? DEFAULT_SETTINGS.recallLimit,
    agentCalls: await keepsAgentCalls(tx, orgId),
    review: await reviewPolicyOf(tx, orgId),
  };
}

/** Changes settings. A value equal to the stored one changes nothing and is not audited. */
async function changeSettings(tx: Transaction, { author, changes }: SettingsCommand): Promise<void> {
  const queries = settingsQueries(tx.dialect);
  const { orgId } = author;
  const before = await findSettings(tx, author);
  const { masking = before.masking, recallLimit = before.recallLimit, agentCalls = before.agentCalls } = changes;
  const review = policyAfter(before.review, changes.review);
  const audited: AuditedSettings[] = [
    ...(masking === before.masking ? [] : [{ kind: 'masking', version: masking === 'on' ? 1 : 0 } as const]),
    ...(recallLimit === before.recallLimit ? [] : [{ kind: 'recall-limit', version: recallLimit } as const]),
    ...(isDeepStrictEqual({ review, agentCalls }, { review: before.review, agentCalls: before.agentCalls })
      ? []
      : [{ kind: 'settings', version: 1 } as const]),
  ];
  if (audited.length === 0 || !(await tx.get(queries.settings(orgId)))) return;
  if (audited.some(({ kind }) => kind !== 'settings')) await tx.run(queries.change(author, changes));
  if (!isDeepStrictEqual(review, before.review)) await keepReviewPolicy(tx, orgId, review);
  if (agentCalls !== before.agentCalls) await setAgentCalls(tx, orgId, agentCalls);
  for (const one of audited) await auditActs(tx, { author, action: 'switch', id: orgId, ...one });
}

/** The policy after a change; absent fields stay unchanged. */
function policyAfter(before: ReviewPolicy, changes: SettingsRequest['review'] = {}): ReviewPolicy {
  const set = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(set) };
}

/** The settings of an organisation. A change reaches all principals within seconds. */
export const settings = feature('settings', {
  tables: [reviewPolicy],
  refreshes: 'principals',
  reads: { find: findSettings },
  writes: { change: changeSettings },
  acrossOrganisations: ['find', 'change'],
});
export type Settings = CallsOf<typeof settings>;
