import {
  CairnError,
  limits,
  type CloseChannelRequest,
  type ClosedChannel,
  type OrgId,
  type PrincipalId,
  type TeamId,
} from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { v7 as uuidv7 } from 'uuid';
import { ofDialect } from '../kit/dialect.ts';
import type { Author } from '../kit/item-rows.ts';
import { presentPrincipal } from './present-principals.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { auditActs } from '../kit/audit.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

const closedChannel = defineTable({
  name: 'closed_channel',
  columns: {
    org_id: column.id(),
    channel: column.text(),
    /** The id that the audit uses for this channel. */
    id: column.id(),
    /** JSON lists of the ids of the members: `principals` lists people and agents, `teams` lists teams. */
    principals: column.text(),
    teams: column.text(),
    closed_at: column.time(),
  },
  key: ['org_id', 'channel'],
  appMay: 'select, insert, update, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    closed_channel: RowOf<typeof closedChannel>;
  }
}

const queriesOf = ofDialect(({ queries }) => ({
  all: (orgId: OrgId) =>
    queries.selectFrom('closed_channel').selectAll().where('org_id', '=', orgId).orderBy('channel'),
  people: (orgId: OrgId) => queries.selectFrom('principal').select(['id', 'name']).where('org_id', '=', orgId),
  teams: (orgId: OrgId) => queries.selectFrom('team').select(['id', 'name']).where('org_id', '=', orgId),
  present: (orgId: OrgId, id: PrincipalId) => presentPrincipal({ queries }, orgId, id).select('id'),
  insert: (row: RowOf<typeof closedChannel>) => queries.insertInto('closed_channel').values(row),
  change: ({ org_id, channel, principals, teams }: RowOf<typeof closedChannel>) =>
    queries
      .updateTable('closed_channel')
      .set({ principals, teams })
      .where('org_id', '=', org_id)
      .where('channel', '=', channel),
  remove: (orgId: OrgId, channel: string) =>
    queries.deleteFrom('closed_channel').where('org_id', '=', orgId).where('channel', '=', channel),
}));

/**
 * Selects the names of the closed channels that this principal may not use, because neither the principal nor one of the
 * given teams is a member.
 */
export async function closedChannelNames(
  tx: ReadTransaction,
  { orgId, principalId }: Pick<Principal, 'orgId' | 'principalId'>,
  teams: readonly { readonly teamId: string }[],
): Promise<string[]> {
  const own = new Set(teams.map(({ teamId }) => teamId));
  const rows = await tx.all(queriesOf(tx.dialect).all(orgId));
  const isLetIn = (row: (typeof rows)[number]) =>
    idsIn(row.principals).includes(principalId) || idsIn(row.teams).some((id) => own.has(id));
  return rows.flatMap((row) => (isLetIn(row) ? [] : [row.channel]));
}

/** Whether the channel is closed, whoever its members are. */
export async function isClosedChannel(tx: ReadTransaction, orgId: OrgId, channel: string): Promise<boolean> {
  return (await tx.all(queriesOf(tx.dialect).all(orgId))).some((row) => row.channel === channel);
}

const idsIn = (list: string): string[] => JSON.parse(list) as string[];

/** Lists the closed channels, ordered by channel name. */
async function listClosedChannels(tx: ReadTransaction, { orgId }: { orgId: OrgId }): Promise<ClosedChannel[]> {
  const queries = queriesOf(tx.dialect);
  const rows = await tx.all(queries.all(orgId));
  if (rows.length === 0) return [];
  const people = namesOf(await tx.all(queries.people(orgId)));
  const teams = namesOf(await tx.all(queries.teams(orgId)));
  return rows.map((row) => ({
    channel: row.channel,
    principals: idNamePairs(row.principals, people).map(([id, name]) => ({ principalId: id as PrincipalId, name })),
    teams: idNamePairs(row.teams, teams).map(([id, name]) => ({ teamId: id as TeamId, name })),
    closedAt: Number(row.closed_at),
  }));
}

const namesOf = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));

/** Pairs each id with its name; drops ids of members that no longer exist. */
const idNamePairs = (ids: string, names: ReadonlyMap<string, string>): [id: string, name: string][] =>
  idsIn(ids).flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [[id, name]];
  });

interface CloseCommand {
  readonly author: Author;
  readonly request: CloseChannelRequest;
}

/**
 * Closes a channel, or changes its members. Throws `principal/unknown` or `team/unknown` for members that the author's
 * organisation does not have, `channel/conflict` if too many channels are closed.
 */
async function closeChannel(tx: Transaction, { author, request }: CloseCommand): Promise<ClosedChannel> {
  const { orgId } = author;
  const { channel } = request;
  const queries = queriesOf(tx.dialect);
  await tx.lock({ what: 'organisation', orgId, key: 'closed channels' });
  const present = await tx.all(queries.all(orgId));
  const old = present.find((row) => row.channel === channel);
  const { max } = limits.closedChannels;
  if (!old && present.length >= max)
    throw new CairnError('channel/conflict', `the organisation has its ${max} closed channels`);
  await requireKnown(tx, orgId, request);
  const row = {
    ...{ org_id: orgId, channel, id: old?.id ?? uuidv7({ msecs: tx.now }) },
    principals: JSON.stringify([...new Set(request.principals)]),
    teams: JSON.stringify([...new Set(request.teams)]),
    closed_at: old?.closed_at ?? tx.now,
  };
  await tx.run(old ? queries.change(row) : queries.insert(row));
  await auditActs(tx, { author, action: old ? 'change' : 'write', kind: 'channel', id: row.id, version: 1 });
  return (await listClosedChannels(tx, { orgId })).find((one) => one.channel === channel)!;
}

async function requireKnown(tx: ReadTransaction, orgId: OrgId, request: CloseChannelRequest): Promise<void> {
  const queries = queriesOf(tx.dialect);
  for (const id of request.principals)
    if (!(await tx.get(queries.present(orgId, id))))
      throw new CairnError('principal/unknown', `no person or agent ${id}`);
  const teams = new Set((await tx.all(queries.teams(orgId))).map(({ id }) => id));
  const unknown = request.teams.find((id) => !teams.has(id));
  if (unknown !== undefined) throw new CairnError('team/unknown', `no team ${unknown}`);
}

interface OpenCommand {
  readonly author: Author;
  readonly channel: string;
}

/** Opens a closed channel to everybody. Returns false if the channel is not closed. */
async function openChannel(tx: Transaction, { author, channel }: OpenCommand): Promise<boolean> {
  const { orgId } = author;
  const queries = queriesOf(tx.dialect);
  await tx.lock({ what: 'organisation', orgId, key: 'closed channels' });
  const old = (await tx.all(queries.all(orgId))).find((row) => row.channel === channel);
  if (!old) return false;
  await tx.run(queries.remove(orgId, channel));
  await auditActs(tx, { author, action: 'forget', kind: 'channel', id: old.id, version: 1 });
  return true;
}

/**
 * Closed channels, which only their members read and write. Scopes are computed at each call, so a change of members takes
 * effect without reindexing.
 */
export const closedChannels = feature('closed-channels', {
  tables: [closedChannel],
  refreshes: 'principals',
  reads: { list: listClosedChannels },
  writes: { close: closeChannel, open: openChannel },
});
export type ClosedChannels = CallsOf<typeof closedChannels>;
