import {
  CairnError,
  type ItemId,
  type MemoryId,
  type OrgId,
  type PrincipalId,
  type ProposalKind,
  type ProposeResult,
  type QuoteInput,
  type Restated,
  type ReviewPolicy,
  type SaidBy,
} from '@cairn/contracts';
import type { NewItem, Overwrite } from '@cairn/ports';
import { reviewPolicyOf } from './review-policy.ts';
import { declaredQueries, declaredRowsOf } from '../graph/declaring.ts';
import { readerLocksOf, requireReaders } from '../items/existing-readers.ts';
import { itemQueries } from '../items/item-queries.ts';
import { requireNotForgotten, sourceLocksOf, wasForgotten } from '../items/marks.ts';
import { fieldsOf, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect } from '../kit/dialect.ts';
import { rowColumns, rowOf, type Author, type ItemRow, type NewItemRow } from '../kit/item-rows.ts';
import { prepared } from '../kit/prepared.ts';
import { announceEvent } from '../kit/announce.ts';
import { insertItems } from '../kit/store-items.ts';
import type { Lock, Transaction } from '../kit/transaction.ts';
import { currentFactsFor, factLocksOf } from './facts.ts';
import { idsWithTakenMergeKey } from './memory-keys.ts';
import { addSighting, joinMessages, quotedParts, type QuotedPart, type Sighting } from './proposal-evidence.ts';
import { isKeptUnreviewed, statementsOf } from './proposals.rules.ts';
import { findRestated } from './restated.ts';
import type { ProposalRow } from './proposal-reading.ts';

/** A statement that may be worth keeping. */
export interface NewProposal {
  /** The memory that the statement becomes. `visibility` applies once the memory is kept. */
  readonly item: NewItem & { readonly kind: 'memory' };
  readonly kind: ProposalKind;
  readonly certainty: number;
  readonly quotes: readonly QuoteInput[];
  readonly isOwnWords: boolean;
  readonly saidBy?: SaidBy | undefined;
  readonly sessionKey?: string | undefined;
  readonly extractor?: string | undefined;
  readonly replaces?: ItemId | undefined;
  readonly sameAs?: ItemId | undefined;
}

export interface ProposeCommand {
  readonly scope: ScopeFields;
  /** The principal who proposes. */
  readonly author: Author;
  /** The person who decides on the proposals. */
  readonly ownerId: PrincipalId;
  readonly proposals: readonly NewProposal[];
  readonly overwrite?: Overwrite | undefined;
  /**
   * Whether somebody writes the memories on purpose. Rejected statements are then proposed again, and forgotten ones are
   * refused with `item/forgotten`.
   */
  readonly isDeliberate?: boolean | undefined;
}

/** Proposals of one owner are stored one after another, so that the second of two equal proposals finds the first. */
export const proposeLocks = ({ author: { orgId }, ownerId, proposals }: ProposeCommand): Lock[] => [
  { what: 'organisation', orgId, key: `proposals of ${ownerId}` },
  ...sourceLocksOf(
    orgId,
    proposals.map(({ item }) => item.input.source),
  ),
  ...readerLocksOf(proposals.map(({ item }) => rowOf(item, { orgId, principalId: ownerId }, 0, null))),
  ...factLocksOf(proposals.map(({ item }) => rowOf(item, { orgId, principalId: ownerId }, 0, null))),
];

const queriesOf = ofDialect(({ queries, checked }) => ({
  /** Finds the proposals by a subquery, since SQLite would otherwise go through all proposals of the organisation. */
  ofStatement: prepared<{ orgId: OrgId; ownerId: PrincipalId; statement: string }>()((place) =>
    queries
      .selectFrom('item')
      .innerJoin('proposal', (join) =>
        join.onRef('proposal.memory_id', '=', 'item.id').onRef('proposal.org_id', '=', 'item.org_id'),
      )
      .select(rowColumns)
      .select(['proposal.status', 'proposal.certainty'])
      .where('item.id', 'in', (same) =>
        same
          .selectFrom('proposal as same')
          .select('same.memory_id')
          .where('same.org_id', '=', place('orgId'))
          .where('same.statement', '=', place('statement')),
      )
      .where('item.principal_id', '=', place('ownerId'))
      .where('item.state', '<>', 'deleted')
      .orderBy(checked('item.id'), 'desc'),
  ),
}));

/**
 * Stores proposals of an owner, all or none. A statement that is proposed again adds its evidence to the stored proposal;
 * a rejected or forgotten statement stays rejected or forgotten. A statement that was superseded, archived, rejected or
 * changed before waits for a review, whatever the policy. Throws `request/invalid` for a quote that the scope does
 * not see.
 */
export async function proposeMemories(tx: Transaction, command: ProposeCommand): Promise<ProposeResult[]> {
  const policy = await reviewPolicyOf(tx, command.author.orgId);
  const results: ProposeResult[] = [];
  for (const [at, proposal] of command.proposals.entries()) {
    const field = `proposals.${at}.`;
    const quotes = await quotedParts(tx, command.scope, { quotes: proposal.quotes, field });
    results.push(await proposeOne(tx, command, { proposal, quotes, policy, field }));
  }
  // Failpoint: propose/before-commit
  return results;
}

interface Ready {
  readonly proposal: NewProposal;
  readonly quotes: readonly QuotedPart[];
  readonly policy: ReviewPolicy;
  /** Prefix of the fields of the proposal in an error. */
  readonly field: string;
}

async function proposeOne(tx: Transaction, command: ProposeCommand, ready: Ready): Promise<ProposeResult> {
  const { proposal, quotes } = ready;
  if (proposal.sameAs !== undefined) return confirmSame(tx, command, ready);
  const [statement = '', earlier] = statementsOf(proposal.item.input);
  const { orgId } = command.author;
  const find = (one: string) =>
    tx.get(queriesOf(tx.dialect).ofStatement, { orgId, ownerId: command.ownerId, statement: one });
  const known = (await find(statement)) ?? (earlier === undefined ? undefined : await find(earlier));
  const row = rowOfProposal(command, ready);
  const restates = await restatedBy(tx, command, { ...row, visibility: proposal.item.visibility });
  if (known && !isLapsed(known) && !(command.isDeliberate && known.status === 'rejected')) {
    const sighting = sightingOf(command, proposal, quotes);
    return { ...(await addTo(tx, { known: known as unknown as KnownRow, sighting })), ...(restates && { restates }) };
  }
  if (isGone(restates) && !command.isDeliberate) return { outcome: 'rejected' };
  const owner = { orgId, principalId: command.ownerId };
  const isForgotten = await wasForgotten(tx, { rows: [row], author: owner });
  if (isForgotten && command.overwrite === undefined && !command.isDeliberate) return { outcome: 'forgotten' };
  await requireNotForgotten(tx, { rows: [row], author: owner, overwrite: command.overwrite });
  return storeProposal(tx, command, { ...ready, row, statement, restates });
}

async function restatedBy(
  tx: Transaction,
  { scope, ownerId, overwrite }: ProposeCommand,
  row: NewItemRow,
): Promise<Restated | undefined> {
  if (overwrite !== undefined) return undefined;
  return (await findRestated(tx, { scope, ownerId, rows: [row] })).get(row.id);
}

type KnownRow = ItemRow & Pick<ProposalRow, 'status' | 'certainty'>;

/** Whether the memory that was rejected is deleted, so that no proposal of the statement is stored any more. */
const isGone = (restates: Restated | undefined): boolean => restates !== undefined && restates.id === undefined;

/** Whether a statement that was kept once is no longer active, so that it is proposed again. */
const isLapsed = ({ status, state }: { status: string; state: string }): boolean =>
  status === 'kept' && state !== 'active';

const sightingOf = (
  { author }: ProposeCommand,
  { saidBy, sessionKey, extractor }: NewProposal,
  quotes: readonly QuotedPart[],
): Sighting => ({ principalId: author.principalId, quotes, saidBy, sessionKey, extractor });

/** Adds the evidence of a statement to its proposal, unless the proposal was rejected. */
async function addTo(
  tx: Transaction,
  { known, sighting }: { readonly known: KnownRow; readonly sighting: Sighting },
): Promise<ProposeResult> {
  const memoryId = known.id as MemoryId;
  if (known.status === 'rejected') return { outcome: 'rejected', memoryId };
  if (await addSighting(tx, known, sighting))
    await joinMessages(
      tx,
      known,
      sighting.quotes.map(({ message }) => message),
    );
  return { outcome: known.status === 'waiting' ? 'joined' : 'confirmed', memoryId };
}

/** Adds the quotes to an active memory that makes the same statement. */
async function confirmSame(
  tx: Transaction,
  { scope }: ProposeCommand,
  { proposal: { sameAs }, quotes, field }: Ready,
): Promise<ProposeResult> {
  const values = { ...fieldsOf(scope), kind: 'memory' as const, id: sameAs as ItemId };
  const memory = await tx.get(itemQueries(tx.dialect).visibleItem, values);
  if (memory?.state !== 'active') {
    const issue = { field: `${field}sameAs`, message: 'names no active memory that the caller sees', value: sameAs };
    throw new CairnError('request/invalid', `${field}sameAs names no active memory`, { issues: [issue] });
  }
  await joinMessages(
    tx,
    memory,
    quotes.map(({ message }) => message),
  );
  return { outcome: 'confirmed', memoryId: memory.id as MemoryId };
}

/** Makes the row of a proposed memory: a private memory of the owner, with the quoted messages as sources. */
function rowOfProposal({ author, ownerId }: ProposeCommand, { proposal, quotes }: Ready): NewItemRow {
  const { item } = proposal;
  const sources = new Set([...item.input.sourceIds, ...quotes.map(({ message }) => message.id)]);
  return {
    ...rowOf(item, { orgId: author.orgId, principalId: ownerId }, 0, null),
    ...{ state: 'proposed', visibility: 'private', merge_key: null, source_ids: JSON.stringify([...sources]) },
  };
}

interface Fresh extends Ready {
  readonly row: NewItemRow;
  readonly statement: string;
  readonly restates: Restated | undefined;
}

async function storeProposal(tx: Transaction, command: ProposeCommand, fresh: Fresh): Promise<ProposeResult> {
  const { proposal, row, statement, quotes, restates } = fresh;
  const { author } = command;
  const { item } = proposal;
  const times = { created_at: tx.now, effective_at: item.input.timestamp || tx.now };
  const kept = await unreviewedColumns(tx, fresh);
  await requireReaders(tx, [{ ...row, visibility: item.visibility }]);
  const memory = { ...row, ...times, ...kept };
  await insertItems(tx, [{ row: memory, features: item.derived }], author);
  const declared = declaredRowsOf(item, author.orgId, item.id);
  if (declared.length > 0) await tx.all(declaredQueries(tx.dialect).insert, { rows: JSON.stringify(declared) });
  await tx.run(
    tx.dialect.queries.insertInto('proposal').values({
      ...{ org_id: author.orgId, memory_id: item.id, writer_id: author.principalId, kind: proposal.kind },
      ...{ status: kept ? 'kept' : 'waiting', certainty: proposal.certainty, visibility: item.visibility },
      ...{ replaces: proposal.replaces ?? restates?.successor ?? null, statement },
      ...{ decided_by: null, decided_at: null, reason: null, undo: null },
    }),
  );
  if (!kept) await announceEvent(tx, { event: 'proposal.waiting', orgId: author.orgId, body: { memoryId: item.id } });
  await addSighting(tx, memory as ItemRow, sightingOf(command, proposal, quotes));
  return { outcome: kept ? 'kept' : 'proposed', memoryId: item.id as MemoryId, ...(restates && { restates }) };
}

/** Computes the columns of a memory that the policy keeps without a review; undefined if the memory waits for a review. */
async function unreviewedColumns(
  tx: Transaction,
  { proposal, policy, row, restates }: Fresh,
): Promise<Pick<ItemRow, 'state' | 'visibility' | 'merge_key'> | undefined> {
  const { item, kind, certainty, isOwnWords } = proposal;
  const { visibility } = item;
  const binding = { category: row.category, forbids: row.forbids, action_triggers: row.action_triggers };
  if (!isKeptUnreviewed(policy, { kind, certainty, isOwnWords, visibility }, binding)) return undefined;
  if (proposal.replaces !== undefined || restates !== undefined) return undefined;
  const memory = { ...row, visibility } as ItemRow;
  const { mergeKey = null } = item.derived;
  const isStated = (await currentFactsFor(tx, [memory])).size > 0;
  const isMerged = mergeKey !== null && (await idsWithTakenMergeKey(tx, [{ row: memory, key: mergeKey }])).size > 0;
  return isStated || isMerged ? undefined : { state: 'active', visibility, merge_key: mergeKey };
}
