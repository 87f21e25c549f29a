import type {
  AuditAct,
  AuditEntry,
  AuditKind,
  AuditPage,
  AuditProof,
  AuditProofQuery,
  AuditQuery,
  KeyId,
  OrgId,
  PrincipalId,
  Subscriber,
} from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { sql, type Selectable } from 'kysely';
import { NIL } from 'uuid';
import { hashOfAct, CHAIN_START, type SealedAct } from './chain.ts';
import { faultsIn, type SealedRow } from './faults.ts';
import { ofDialect, type Dialect } from '../kit/dialect.ts';
import { givenRows } from '../kit/given-rows.ts';
import { prepared, statementOf } from '../kit/prepared.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { AuditTable } from '../kit/tables.ts';
import { auditActs } from '../kit/audit.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** Gives an act its place in the hash chain of the organisation. */
const auditSeal = defineTable({
  name: 'audit_seal',
  columns: {
    org_id: column.id(),
    number: column.int(),
    /**
     * `seq` of the audited act. The hash does not cover `seq`, so that a chain stays valid after a move to another store.
     */
    seq: column.time(),
    hash: column.text(),
  },
  key: ['org_id', 'number'],
  indexes: { audit_seal_by_act: '(seq)' },
  appMay: 'select',
  moves: true,
});

/** The last seal of an organisation. A chain that ends with an earlier seal was truncated. */
const auditHead = defineTable({
  name: 'audit_head',
  columns: { org_id: column.id(), number: column.int(), hash: column.text() },
  key: ['org_id'],
  appMay: 'select',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    audit_seal: RowOf<typeof auditSeal>;
    audit_head: RowOf<typeof auditHead>;
  }
}

type AuditRow = Selectable<AuditTable>;

/** The name under which the sealing stores its progress in `subscriber_progress`. */
const SEALING_SUBSCRIBER = 'audit' as Subscriber;
/** The time in ms for which a transaction of the store is open at most, so that all acts older than this are committed. */
const COMMITTED_AFTER_MS = 120_000;

const sealQueries = ofDialect((dialect) => {
  const { queries } = dialect;
  return {
    progress: queries.selectFrom('subscriber_progress').select('place').where('subscriber', '=', SEALING_SUBSCRIBER),
    advance: (place: number) =>
      queries
        .insertInto('subscriber_progress')
        .values({ subscriber: SEALING_SUBSCRIBER, place })
        .onConflict((clash) => clash.column('subscriber').doUpdateSet({ place })),
    unsealed: prepared<{ after: number; limit: number }>()((place) =>
      queries
        .selectFrom('audit')
        .selectAll()
        .where('seq', '>', place('after'))
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('audit_seal').select('number').whereRef('audit_seal.seq', '=', 'audit.seq'))),
        )
        .orderBy('seq')
        .limit(place('limit')),
    ),
    settled: prepared<{ after: number; upTo: number; before: number }>()((place) =>
      queries
        .selectFrom('audit')
        .select(({ fn }) => fn.max<number | null>('seq').as('seq'))
        .where('seq', '>', place('after'))
        .where('seq', '<=', place('upTo'))
        .where('at', '<', place('before')),
    ),
    head: prepared<{ orgId: string }>()((place) =>
      queries.selectFrom('audit_head').select(['number', 'hash']).where('org_id', '=', place('orgId')),
    ),
    keepHead: prepared<RowOf<typeof auditHead>>()((place) =>
      queries
        .insertInto('audit_head')
        .values({ org_id: place('org_id'), number: place('number'), hash: place('hash') })
        .onConflict((clash) => clash.column('org_id').doUpdateSet({ number: place('number'), hash: place('hash') })),
    ),
    keepSeals: storeSeals(dialect),
  };
});

const queriesOf = ofDialect((dialect) => {
  const { queries } = dialect;
  const sealed = queries
    .selectFrom('audit_seal')
    .leftJoin('audit', (join) =>
      join.onRef('audit.seq', '=', 'audit_seal.seq').onRef('audit.org_id', '=', 'audit_seal.org_id'),
    );
  return {
    head: sealQueries(dialect).head,
    sealOf: prepared<{ orgId: string; number: number }>()((place) =>
      queries
        .selectFrom('audit_seal')
        .select('hash')
        .where('org_id', '=', place('orgId'))
        .where('number', '=', place('number')),
    ),
    part: prepared<{ orgId: string; after: number; limit: number }>()((place) =>
      sealed
        .select(['audit_seal.number', 'audit_seal.hash'])
        .select(actColumns)
        .where('audit_seal.org_id', '=', place('orgId'))
        .where('audit_seal.number', '>', place('after'))
        .orderBy('audit_seal.number')
        .limit(place('limit')),
    ),
    late: prepared<{ orgId: string; before: number }>()((place) =>
      queries
        .selectFrom('audit')
        .select('seq')
        .where('org_id', '=', place('orgId'))
        .where('at', '<', place('before'))
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('audit_seal').select('number').whereRef('audit_seal.seq', '=', 'audit.seq'))),
        )
        .limit(1),
    ),
    page: (orgId: OrgId, query: AuditQuery) => pageQuery(dialect, orgId, query),
  };
});

const actColumns = [
  'audit.principal_id',
  'audit.key_id',
  'audit.action',
  'audit.kind',
  'audit.item_id',
  'audit.version',
  'audit.at',
  'audit.request_id',
  'audit.outcome',
  'audit.route',
  'audit.reason',
] as const;

const storeSeals = (dialect: Dialect) =>
  statementOf<{ seals: string }>(dialect)((place) => {
    const { from, column: given } = givenRows(dialect, place('seals'), {
      org_id: 'uuid',
      number: 'int',
      seq: 'bigint',
      hash: 'text',
    });
    return sql`insert into audit_seal (org_id, number, seq, hash)
      select ${given('org_id')}, ${given('number')}, ${given('seq')}, ${given('hash')} from ${from}`;
  });

function pageQuery({ queries }: Dialect, orgId: OrgId, query: AuditQuery) {
  const { principalId, act, kind, targetId, outcome, sinceMs, untilMs, order, after, limit } = query;
  return queries
    .selectFrom('audit_seal')
    .innerJoin('audit', (join) =>
      join.onRef('audit.seq', '=', 'audit_seal.seq').onRef('audit.org_id', '=', 'audit_seal.org_id'),
    )
    .select(['audit_seal.number', 'audit_seal.hash'])
    .select(actColumns)
    .where('audit_seal.org_id', '=', orgId)
    .$if(after !== undefined, (page) => page.where('audit_seal.number', order === 'newest' ? '<' : '>', after ?? 0))
    .$if(principalId !== undefined, (page) => page.where('audit.principal_id', '=', principalId ?? NIL))
    .$if(act !== undefined, (page) => page.where('audit.action', '=', act ?? 'write'))
    .$if(kind !== undefined, (page) => page.where('audit.kind', '=', kind ?? 'memory'))
    .$if(targetId !== undefined, (page) => page.where('audit.item_id', '=', targetId ?? NIL))
    .$if(outcome !== undefined, (page) => page.where('audit.outcome', '=', outcome ?? 'done'))
    .$if(sinceMs !== undefined, (page) => page.where('audit.at', '>=', sinceMs ?? 0))
    .$if(untilMs !== undefined, (page) => page.where('audit.at', '<=', untilMs ?? 0))
    .orderBy('audit_seal.number', order === 'newest' ? 'desc' : 'asc')
    .limit(limit);
}

type ActColumns = Pick<
  AuditRow,
  | 'principal_id'
  | 'key_id'
  | 'action'
  | 'kind'
  | 'item_id'
  | 'version'
  | 'at'
  | 'request_id'
  | 'outcome'
  | 'route'
  | 'reason'
>;

const actOf = (row: ActColumns): SealedAct => ({
  at: row.at,
  principalId: row.principal_id,
  keyId: row.key_id,
  act: row.action,
  kind: row.kind,
  targetId: row.item_id,
  version: row.version,
  requestId: row.request_id,
  outcome: row.outcome,
  route: row.route,
  reason: row.reason,
});

/** A call that is audited although it changes nothing in the store, such as a management read. */
interface AuditedCall {
  readonly act: AuditAct;
  readonly kind: AuditKind;
  /** The id of the target; all zeros if targets of this kind have no ids. */
  readonly targetId: string;
  /** The number of targets. */
  readonly count: number;
  /** The name of the called route. */
  readonly route: string;
}

/** Refused calls of one principal, counted by reason. */
export interface DeniedCalls {
  readonly orgId: OrgId;
  readonly principalId: PrincipalId;
  readonly keyId: KeyId;
  readonly route: string;
  /** The error code of the refusals. */
  readonly reason: string;
  readonly times: number;
}

interface RecordCommand extends AuditedCall {
  readonly author: Pick<Principal, 'orgId' | 'principalId' | 'keyId'>;
}

async function recordAct(tx: Transaction, { author, act, kind, targetId, count, route }: RecordCommand) {
  await auditActs(tx, { author, action: act, kind, id: targetId, version: count, route });
}

/** Records refused calls, counted by caller and reason, in the audit of each organisation. */
async function recordDenied(tx: Transaction, { calls }: { calls: readonly DeniedCalls[] }): Promise<void> {
  for (const { times, route, reason, ...author } of calls)
    await auditActs(tx, {
      author,
      action: 'call',
      kind: 'route',
      id: NIL,
      version: times,
      outcome: 'denied',
      route,
      reason,
    });
}

/**
 * Appends up to `limit` unsealed entries to the chains of their organisations, in the order of arrival, and returns their
 * number. Writers never wait for the sealing. Only one process seals at a time, so that each entry gets one number and no
 * number is skipped.
 */
async function sealEntries(tx: Transaction, { limit }: { limit: number }): Promise<number> {
  const queries = sealQueries(tx.dialect);
  await tx.lock({ what: 'organisation', orgId: NIL, key: 'audit' });
  const after = (await tx.get(queries.progress))?.place ?? 0;
  const rows = await tx.all(queries.unsealed, { after, limit });
  for (const [orgId, acts] of Map.groupBy(rows, ({ org_id }) => org_id)) await sealOf(tx, orgId, acts);
  const upTo = rows.length === limit ? rows.at(-1)!.seq : Number.MAX_SAFE_INTEGER;
  const settled = await tx.get(queries.settled, { after, upTo, before: tx.now - COMMITTED_AFTER_MS });
  if (settled?.seq) await tx.run(queries.advance(settled.seq));
  return rows.length;
}

async function sealOf(tx: Transaction, orgId: string, acts: readonly AuditRow[]): Promise<void> {
  const { head, keepHead, keepSeals: keep } = sealQueries(tx.dialect);
  let last = (await tx.get(head, { orgId })) ?? CHAIN_START;
  const seals = acts.map((row) => {
    const number = last.number + 1;
    last = { number, hash: hashOfAct({ orgId, number, before: last.hash }, actOf(row)) };
    return { org_id: orgId, ...last, seq: row.seq };
  });
  await tx.run(keep, { seals: JSON.stringify(seals) });
  await tx.run(keepHead, { org_id: orgId, ...last });
}

/** Lists the sealed entries. */
async function listEntries(
  tx: ReadTransaction,
  { orgId, query }: { orgId: OrgId; query: AuditQuery },
): Promise<AuditPage> {
  const rows = await tx.all(queriesOf(tx.dialect).page(orgId, query));
  const entries = rows.map((row) => ({ ...actOf(row), number: row.number, hash: row.hash }) as AuditEntry);
  return { entries, next: entries.length < query.limit ? null : (entries.at(-1)?.number ?? null) };
}

/** A seal joined with its act; the columns of the act are null if the act was deleted. */
type PartRow = SealedRow & { readonly [Name in keyof ActColumns]: ActColumns[Name] | null };

/** Recomputes a part of the chain and returns the places where it is broken. */
async function verifyChain(
  tx: ReadTransaction,
  { orgId, query: { after, limit } }: { orgId: OrgId; query: AuditProofQuery },
): Promise<AuditProof> {
  const queries = queriesOf(tx.dialect);
  const head = (await tx.get(queries.head, { orgId })) ?? CHAIN_START;
  const before = after === 0 ? CHAIN_START : await tx.get(queries.sealOf, { orgId, number: after });
  const rows: PartRow[] = await tx.all(queries.part, { orgId, after, limit });
  const isEnd = rows.length < limit;
  const late = isEnd && (await tx.get(queries.late, { orgId, before: tx.now - COMMITTED_AFTER_MS }));
  const faults = faultsIn(rows, { orgId, after, before: before?.hash, head: isEnd ? head : undefined }, (row) =>
    row.at === null ? undefined : actOf(row as ActColumns),
  );
  if (late) faults.push({ number: 0, fault: 'unsealed' });
  return { checked: rows.length, faults, next: isEnd ? null : rows.at(-1)!.number, head };
}

/**
 * The audit log. A command that changes something writes its audit entry in its own transaction; the commands here record
 * other acts, and read the log. An entry contains ids, numbers and fixed words, never texts of users. Entries are never
 * changed or removed.
 */
export const auditLog = feature('audit', {
  tables: [auditSeal, auditHead],
  acrossOrganisations: ['recordDenied', 'seal'],
  reads: { list: listEntries, verify: verifyChain },
  writes: { record: recordAct, recordDenied, seal: sealEntries },
});
export type AuditLog = CallsOf<typeof auditLog>;
