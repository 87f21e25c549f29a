import {
  CairnError,
  type Organisation,
  type OrganisationChange,
  type OrganisationLimits,
  type OrganisationRequest,
  type OrgId,
  type PrincipalId,
} from '@cairn/contracts';
import { sql } from 'kysely';
import { NIL, v7 as uuidv7 } from 'uuid';
import { ofDialect } from '../kit/dialect.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { createKeyForAuthor as createKey } from '../access/keys.ts';
import { itemLimitsOf, limitItems } from '../items/item-limits.ts';
import {
  beginOrganisationRemoval as beginRemoval,
  findOrganisationRemoval as findRemoval,
  isBeingRemoved,
} from '../forgetting/organisation-removal.ts';
import { auditActs } from '../kit/audit.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** The author of acts of the operator, who is not a principal of the organisation. */
const OPERATOR_ID = NIL as PrincipalId;

const sumOfBytes = sql<number>`sum(octet_length(content) + octet_length(coalesce(title, '')))`;

const organisationQueries = ofDialect(({ queries }) => ({
  all: queries
    .selectFrom('organisation')
    .select(['id', 'name', 'created_at as createdAt', 'calls_per_minute as callsPerMinute'])
    .where((eb) => eb.not(isBeingRemoved))
    .orderBy('created_at')
    .orderBy('id'),
  items: (orgId: OrgId) =>
    queries
      .selectFrom('item')
      .select(({ fn }) => ['kind', fn.countAll<number>().as('number'), sumOfBytes.as('bytes')])
      .where('org_id', '=', orgId)
      .where('state', '<>', 'deleted')
      .groupBy('kind'),
  principals: (orgId: OrgId) =>
    queries
      .selectFrom('principal')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('org_id', '=', orgId)
      .where('left_at', 'is', null),
  keys: (orgId: OrgId, now: number) =>
    queries
      .selectFrom('api_key')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('org_id', '=', orgId)
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
  insert: (row: { id: OrgId; name: string; created_at: number; peer_prefixes: string }) =>
    queries.insertInto('organisation').values(row),
  rename: (orgId: OrgId, name: string) => queries.updateTable('organisation').set({ name }).where('id', '=', orgId),
  limit: (orgId: OrgId, callsPerMinute: number | null) =>
    queries.updateTable('organisation').set({ calls_per_minute: callsPerMinute }).where('id', '=', orgId),
}));

interface Row {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly callsPerMinute: number | null;
}

/** The limits to change; absent limits stay unchanged. */
type SomeLimits = { readonly [Name in keyof OrganisationLimits]?: OrganisationLimits[Name] | undefined };

async function organisationWithCounts(tx: ReadTransaction, { callsPerMinute, ...row }: Row): Promise<Organisation> {
  const queries = organisationQueries(tx.dialect);
  const orgId = row.id as OrgId;
  const items = await tx.all(queries.items(orgId));
  const of = (wanted: string) => Number(items.find(({ kind }) => kind === wanted)?.number ?? 0);
  const principals = await tx.get(queries.principals(orgId));
  const keys = await tx.get(queries.keys(orgId, tx.now));
  return {
    orgId,
    name: row.name,
    createdAt: Number(row.createdAt),
    limits: { callsPerMinute, ...(await itemLimitsOf(tx, orgId)) },
    messages: of('message'),
    memories: of('memory'),
    notes: of('note'),
    bytes: items.reduce((sum, each) => sum + Number(each.bytes), 0),
    principals: Number(principals?.number ?? 0),
    keys: Number(keys?.number ?? 0),
  };
}

/** Lists the organisations, oldest first. */
async function listOrganisations(tx: ReadTransaction): Promise<Organisation[]> {
  const found: Organisation[] = [];
  for (const row of await tx.all(organisationQueries(tx.dialect).all))
    found.push(await organisationWithCounts(tx, row));
  return found;
}

const rowOf = async (tx: ReadTransaction, orgId: OrgId): Promise<Row | undefined> =>
  (await tx.all(organisationQueries(tx.dialect).all)).find(({ id }) => id === orgId);

async function findOrganisation(tx: ReadTransaction, { orgId }: { orgId: OrgId }): Promise<Organisation | undefined> {
  const row = await rowOf(tx, orgId);
  return row && organisationWithCounts(tx, row);
}

/**
 * Throws if another organisation has the name. Such checks run one after another, so that two organisations never get the
 * same name.
 */
async function requireFreeName(tx: Transaction, name: string, own?: OrgId): Promise<void> {
  await tx.lock({ what: 'organisation', orgId: NIL, key: 'organisations' });
  const named = (await tx.all(organisationQueries(tx.dialect).all)).find((row) => row.name === name);
  if (named && named.id !== own)
    throw new CairnError('organisation/conflict', `there is an organisation of the name ${name} already`);
}

interface CreateCommand extends OrganisationRequest {
  /** Channel prefixes of the new organisation: a channel with such a prefix belongs to one peer. */
  readonly peerPrefixes?: readonly string[] | undefined;
}

/**
 * Creates an organisation and its first admin key, which is shown only here. Throws `organisation/conflict` if the name is
 * in use.
 */
async function createOrganisation(tx: Transaction, { name, limits, peerPrefixes = [] }: CreateCommand) {
  await requireFreeName(tx, name);
  const orgId = uuidv7({ msecs: tx.now }) as OrgId;
  const row = { id: orgId, name, created_at: tx.now, peer_prefixes: JSON.stringify(peerPrefixes) };
  await tx.run(organisationQueries(tx.dialect).insert(row));
  await auditOrganisation(tx, orgId, 'write');
  await limitOrganisation(tx, orgId, limits);
  const admin = { orgId, name: 'first admin', kind: 'person', role: 'admin', peers: ['*'] } as const;
  return { orgId, admin: await createKey(tx, admin) };
}

/**
 * Changes an organisation. Returns false if it does not exist; throws `organisation/conflict` if the name is in use. Limits
 * take effect within seconds.
 */
async function changeOrganisation(
  tx: Transaction,
  { orgId, change: { name, limits } }: { readonly orgId: OrgId; readonly change: OrganisationChange },
): Promise<boolean> {
  if (!(await rowOf(tx, orgId))) return false;
  if (name !== undefined) {
    await requireFreeName(tx, name, orgId);
    await tx.run(organisationQueries(tx.dialect).rename(orgId, name));
    await auditOrganisation(tx, orgId, 'change');
  }
  await limitOrganisation(tx, orgId, limits ?? {});
  return true;
}

async function limitOrganisation(tx: Transaction, orgId: OrgId, { callsPerMinute, ...ofItems }: SomeLimits) {
  if (callsPerMinute !== undefined) await tx.run(organisationQueries(tx.dialect).limit(orgId, callsPerMinute));
  const given = Object.entries(ofItems).filter(([, value]) => value !== undefined);
  if (given.length > 0)
    await limitItems(tx, orgId, { ...(await itemLimitsOf(tx, orgId)), ...Object.fromEntries(given) });
  const act = { author: { orgId, principalId: OPERATOR_ID }, action: 'switch', kind: 'limit', id: orgId } as const;
  for (const value of [callsPerMinute, ...given.map(([, value]) => value)])
    if (value !== undefined) await auditActs(tx, { ...act, version: Math.min(value ?? 0, VERSION_MAX) });
}

/** The greatest number that the column `version` of the audit can hold. */
const VERSION_MAX = 2 ** 31 - 1;

const auditOrganisation = (tx: Transaction, orgId: OrgId, action: 'write' | 'change'): Promise<void> =>
  auditActs(tx, { author: { orgId, principalId: OPERATOR_ID }, action, kind: 'organisation', id: orgId, version: 1 });

/**
 * Revokes all keys of an organisation and begins to remove all its data but the audit. A repeated call continues an
 * interrupted removal. Returns false if the organisation does not exist.
 */
async function removeOrganisation(tx: Transaction, { orgId }: { readonly orgId: OrgId }): Promise<boolean> {
  if (!(await rowOf(tx, orgId)) && !(await findRemoval(tx, { orgId }))) return false;
  await beginRemoval(tx, { orgId });
  return true;
}

/** The organisations of an installation, for its operator. Returns names and numbers only, no content of items. */
export const organisations = feature('organisations', {
  tables: [],
  refreshes: 'principals',
  reads: { list: listOrganisations, find: findOrganisation },
  writes: { create: createOrganisation, change: changeOrganisation, remove: removeOrganisation },
  acrossOrganisations: ['list', 'find', 'create', 'change', 'remove'],
});
export type Organisations = CallsOf<typeof organisations>;
