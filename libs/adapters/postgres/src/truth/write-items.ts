import {
  answerQueries,
  firstAnswer,
  receiptOfPresent,
  indexStateOfRow,
  isSentAgain,
  itemQueries,
  prepared,
  requireSame,
  rowOf,
  startingState,
  wantedIds,
  type AnswerKey,
  type Audience,
  type Author,
  type ItemRow,
  type NewItemRow,
  type Standing,
} from '@cairn/adapter-sql';
import { CairnError, type IndexState, type ItemId, type OrgId, type Receipt } from '@cairn/contracts';
import type { Idempotency, NewItem } from '@cairn/ports';
import { hearCalls } from '../aliases/calls.ts';
import { postgres, queries } from '../pool/dialect.ts';
import type { Lock } from '@cairn/adapter-sql';
import type { Session } from '../pool/session.ts';
import { insertItems } from './insert-items.ts';
import { findPresent, sameKeyOf, type PresentRow } from './present-items.ts';

const { findAnswer } = answerQueries(postgres);
const { ofOrganisation } = itemQueries(postgres);

export interface WriteCommand extends Audience {
  readonly author: Author;
  readonly items: readonly NewItem[];
  readonly idempotency?: Idempotency | undefined;
  readonly now: number;
  /** W3C traceparent, if the write is traced. */
  readonly trace: string | undefined;
}

/** Turns are given to one writer of a session at a time. */
export const locksOf = ({ author: { orgId }, items }: WriteCommand): Lock[] =>
  items.flatMap(({ kind, input }) =>
    kind === 'message' && input.sessionKey !== undefined
      ? [{ what: 'session' as const, orgId, key: input.sessionKey }]
      : [],
  );

export async function writeItems(session: Session, command: WriteCommand): Promise<Receipt[]> {
  const earlier = await findEarlierAnswer(session, command);
  if (earlier) return earlier;
  const receipts = await storeItems(session, command);
  await keepAnswer(session, command, receipts);
  return receipts;
}

/** Whoever comes second waits here until the first is done, or takes its place if the first is taken back. */
const claimKey = prepared<AnswerKey & { hash: string; now: number }>()((place) =>
  queries
    .insertInto('idempotency')
    .values({
      org_id: place('org'),
      principal_id: place('principal'),
      key: place('key'),
      request_hash: place('hash'),
      receipts: '[]',
      created_at: place('now'),
    })
    .onConflict((clash) => clash.doNothing()),
);

const insertAnswer = prepared<AnswerKey & { receipts: string }>()((place) =>
  queries
    .updateTable('idempotency')
    .set({ receipts: place('receipts') })
    .where('org_id', '=', place('org'))
    .where('principal_id', '=', place('principal'))
    .where('key', '=', place('key')),
);

async function findEarlierAnswer(session: Session, command: WriteCommand): Promise<Receipt[] | undefined> {
  const { author, idempotency, now } = command;
  if (!idempotency) return undefined;
  const key = { org: author.orgId, principal: author.principalId, key: idempotency.key };
  if ((await session.run(claimKey, { ...key, hash: idempotency.requestHash, now })) > 0) return undefined;
  const found = await session.get(findAnswer, key);
  if (!found) throw tooBusy();
  return firstAnswer(found, idempotency);
}

async function keepAnswer(session: Session, { author, idempotency }: WriteCommand, receipts: readonly Receipt[]) {
  if (!idempotency) return;
  const key = { org: author.orgId, principal: author.principalId, key: idempotency.key };
  await session.run(insertAnswer, { ...key, receipts: JSON.stringify(receipts) });
}

/** How often a key may be taken by another, and given free again, while one command looks at it. */
const ROUNDS_MAX = 5;

/** Looks first and stores what is new; where another writer was faster, it looks again. */
async function storeItems(session: Session, command: WriteCommand): Promise<Receipt[]> {
  const { author, items, now } = command;
  const rows = items.map((item) => rowOf(item, author, now, item.kind === 'message' ? 0 : null));
  const written = new Set<string>();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const standing: StandingByKey = await findPresent(session, rows);
    const fresh = rows.filter((row) => !written.has(row.id) && isFirst(row, standing, startingState(command)));
    for (const id of await insertItems(session, fresh, command)) written.add(id);
    if (fresh.some(({ id }) => !written.has(id))) continue;
    await hearCalls(session, items, rows, written);
    const inFull = await rowsInFull(session, command, { rows, standing });
    return receiptsOf(command, { rows, written, standing, inFull });
  }
  throw tooBusy();
}

type StandingByKey = Map<string, Standing & Pick<PresentRow, 'words' | 'vectors'>>;

/** Of several in one command that are the same, the first stands for the others. */
function isFirst(row: NewItemRow, standing: StandingByKey, state: IndexState): boolean {
  const key = sameKeyOf(row);
  if (key === undefined) return true;
  if (standing.has(key)) return false;
  standing.set(key, { ...row, ...state });
  return true;
}

interface Stored {
  readonly rows: readonly NewItemRow[];
  readonly written: ReadonlySet<string>;
  readonly standing: StandingByKey;
  /** The items that were not sent so before, by id: whether they would be stored so is told by all of them. */
  readonly inFull: ReadonlyMap<string, ItemRow>;
}

async function rowsInFull(
  session: Session,
  { items, author: { orgId } }: WriteCommand,
  { rows, standing }: Pick<Stored, 'rows' | 'standing'>,
): Promise<Map<string, ItemRow>> {
  const ids = rows.flatMap((row, place) => {
    const same = row.external_id === null ? undefined : standing.get(sameKeyOf(row) ?? '');
    return same && !isSentAgain(same, items[place] as NewItem) ? [same.id as ItemId] : [];
  });
  if (ids.length === 0) return new Map();
  const found = await session.all(ofOrganisation, { orgId: orgId as OrgId, ids: wantedIds(postgres, ids) });
  return new Map(found.map((row) => [row.id, row]));
}

function receiptsOf(
  { items, author, ...audience }: WriteCommand,
  { rows, written, standing, inFull }: Stored,
): Receipt[] {
  const index = startingState(audience);
  return rows.map((row, place): Receipt => {
    const { id, kind, version } = row;
    if (written.has(id)) return { kind, id, version, state: 'active', created: true, index };
    const same = standing.get(sameKeyOf(row) ?? '');
    if (!same) throw new CairnError('internal', 'The id of a new item is taken.');
    if (row.external_id !== null)
      requireSame(same, items[place] as NewItem, { author, row: () => inFull.get(same.id) });
    return receiptOfPresent(same, indexStateOfRow(same));
  });
}

const tooBusy = () =>
  new CairnError('truth/overloaded', 'Others keep changing the same items. Come back a little later.');
