import { CairnError, limits, type Alias, type ItemId, type OrgId } from '@cairn/contracts';
import { isSeenByAll, type Scope } from '@cairn/domain';
import { nameKey, SIGHTINGS_MIN, findCalledSpeakers } from '@cairn/text';
import { sql, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { openChannelCondition } from '../kit/conditions.ts';
import { ofDialect, type List } from '../kit/dialect.ts';
import { mergedPeople } from './corrections.ts';
import type { Author } from '../kit/item-rows.ts';
import { prepared } from '../kit/prepared.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { AliasSightingTable } from '../kit/tables.ts';
import { auditActs } from '../kit/audit.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** A manager's declaration of an alias; it replaces an earlier declaration with the same key. */
interface Declaration {
  /** The alias in normal form (`nameKey` of libs/text); aliases with equal keys are the same alias. */
  readonly key: string;
  readonly alias: string;
  readonly speakers: readonly string[];
}

/** A name by which a text calls the person whom it addresses (`listener`) or its own speaker (`self`). */
export interface Call {
  readonly name: string;
  readonly who: 'listener' | 'self';
}

/** The names by which a message calls people, and the version of the rules that detected these names. */
interface Calls {
  readonly rules: number;
  readonly names: readonly Call[];
}

/** Selects the organisation whose aliases are read, and the channels that are closed to the reader. */
type AliasScope = Pick<Scope, 'orgId' | 'closedChannels'>;

interface DeclareCommand {
  readonly author: Author;
  readonly declaration: Declaration;
}

interface WithdrawCommand {
  readonly author: Author;
  readonly key: string;
}

/**
 * The maximum number of turns before a message that are searched for the person whom it addresses. Sessions can be
 * endless, and most people who are addressed spoke recently.
 */
const TURNS_BACK = 50;

/** Queries for declared aliases. */
const aliasQueries = ofDialect(({ queries }) => ({
  declared: prepared<{ org: string }>()((place) =>
    queries.selectFrom('alias').select(['key', 'alias', 'speakers']).where('org_id', '=', place('org')),
  ),
  present: prepared<{ org: string; key: string }>()((place) =>
    queries
      .selectFrom('alias')
      .select(['id', 'version'])
      .where('org_id', '=', place('org'))
      .where('key', '=', place('key')),
  ),
  counted: (orgId: OrgId) =>
    queries
      .selectFrom('alias')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('org_id', '=', orgId),
  declaring: ({ author, declaration }: DeclareCommand, { id, version }: AliasVersion) => {
    const { key, alias, speakers } = declaration;
    const said = { alias, speakers: JSON.stringify(speakers), version: version + 1 };
    return queries
      .insertInto('alias')
      .values({ org_id: author.orgId, key, id, ...said })
      .onConflict((conflict) => conflict.columns(['org_id', 'key']).doUpdateSet(said));
  },
  withdrawing: ({ author, key }: WithdrawCommand) =>
    queries.deleteFrom('alias').where('org_id', '=', author.orgId).where('key', '=', key),
}));

/** Queries for learned aliases. */
export const sightingQueries = ofDialect(({ queries, checked, isAmong, isOneOf }) => ({
  /** Selects aliases with at least `SIGHTINGS_MIN` sightings. All spellings of a name for one person count together. */
  learned: prepared<{ org: string }>()((place) =>
    queries
      .selectFrom('alias_sighting')
      .select(['key', 'speaker'])
      .select(({ fn }) => [fn.min<string>('name').as('alias'), fn.sum<number>('sightings').as('sightings')])
      .where('org_id', '=', place('org'))
      .groupBy(['key', 'speaker'])
      .having(({ fn }) => fn.sum('sightings'), '>=', SIGHTINGS_MIN),
  ),
  /** Like `learned`, but counts only sightings in channels that the caller may see. */
  learnedInOpen: prepared<{ org: string; closedChannels: string }>()((place) =>
    queries
      .selectFrom('alias_sighting as heard')
      .innerJoin('item', 'item.id', 'heard.item_id')
      .select(['heard.key', 'heard.speaker'])
      .select(({ fn }) => [fn.min<string>('heard.name').as('alias'), fn.sum<number>('heard.sightings').as('sightings')])
      .where('heard.org_id', '=', place('org'))
      .where(openChannelCondition(sql.ref('item.channel'), { closedChannels: place('closedChannels') }))
      .groupBy(['heard.key', 'heard.speaker'])
      .having(({ fn }) => fn.sum('heard.sightings'), '>=', SIGHTINGS_MIN),
  ),
  forgetSightingsIn: prepared<{ ids: List }>()((place) =>
    queries.deleteFrom('alias_sighting').where(isAmong(sql.ref('item_id'), place('ids'))),
  ),
  /**
   * Deletes the sightings of speakers who have no message left that everybody may read. Runs after messages were removed.
   */
  forgetSightingsOf: (orgId: string, speakers: readonly string[]) =>
    queries
      .deleteFrom('alias_sighting')
      .where(checked('org_id'), '=', orgId)
      .where(isOneOf(sql.ref('speaker'), speakers))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('speaker')
              .select('speaker.name')
              .whereRef('speaker.org_id', '=', 'alias_sighting.org_id')
              .whereRef('speaker.name', '=', 'alias_sighting.speaker')
              .where('speaker.reach', '=', 'all'),
          ),
        ),
      ),
}));

/** Queries for learning aliases from a message. */
const hearingQueries = ofDialect(({ queries, forUpdate }) => ({
  /** Locks the message that contains the call, so that it is not forgotten before the sighting is stored. */
  calling: prepared<{ org: string; id: string }>()((place) =>
    queries
      .selectFrom('item')
      .select(['speaker', 'visibility'])
      .where('org_id', '=', place('org'))
      .where('id', '=', place('id'))
      .where('kind', '=', 'message')
      .where('state', '<>', 'deleted')
      .modifyEnd(forUpdate),
  ),
  /**
   * Selects the speakers of shared messages in the last turns before a message, within its session and channel. The
   * result may contain the author of the message.
   */
  spokeBefore: prepared<{ id: string }>()((place) =>
    queries
      .selectFrom('item as own')
      .innerJoin('item as other', (join) =>
        join.onRef('other.org_id', '=', 'own.org_id').onRef('other.session_key', '=', 'own.session_key'),
      )
      .where(({ eb, fn }) =>
        eb(fn.coalesce('other.channel', sql.lit('')), '=', fn.coalesce('own.channel', sql.lit(''))),
      )
      .select('other.speaker')
      .distinct()
      .where('own.id', '=', place('id'))
      .whereRef('other.turn', '<', 'own.turn')
      .where((eb) => eb('other.turn', '>=', eb('own.turn', '-', TURNS_BACK)))
      .where('other.visibility', 'in', ['org', 'team', 'channel'])
      .where('other.state', '<>', 'deleted')
      .where('other.speaker', 'is not', null),
  ),
  insertSighting: prepared<Selectable<AliasSightingTable>>()((place) =>
    queries
      .insertInto('alias_sighting')
      .values({
        org_id: place('org_id'),
        key: place('key'),
        speaker: place('speaker'),
        item_id: place('item_id'),
        name: place('name'),
        sightings: place('sightings'),
        rules: place('rules'),
      })
      .onConflict((conflict) => conflict.doNothing()),
  ),
}));

interface AliasVersion {
  readonly id: string;
  readonly version: number;
}

type Declared = NonNullable<ReturnType<typeof aliasQueries>['declared']['row']>;
type Learned = NonNullable<ReturnType<typeof sightingQueries>['learned']['row']>;

/** Makes each name of merged people an alias of all their other names. */
const mergedAliases = (people: readonly (readonly string[])[]): Alias[] =>
  people.flatMap((names) =>
    names.map((alias) => ({
      ...{ alias, speakers: names.filter((name) => name !== alias).sort() },
      ...{ origin: 'merged' as const, sightings: 0 },
    })),
  );

interface KnownAliases {
  readonly declared: readonly Declared[];
  readonly learned: readonly Learned[];
  readonly merged: readonly Alias[];
}

/**
 * Makes one entry for each key. A declared alias replaces learned and merged aliases. A merged alias replaces a learned
 * one and keeps its speakers.
 */
function aliasesOf({ declared, learned, merged }: KnownAliases): Alias[] {
  const byKey = new Map<string, Alias>();
  for (const [key, rows] of Map.groupBy(learned, ({ key: name }) => name)) {
    const alias = rows.map((row) => row.alias).sort()[0]!;
    const sightings = rows.reduce((sum, row) => sum + Number(row.sightings), 0);
    byKey.set(key, { alias, speakers: rows.map(({ speaker }) => speaker).sort(), origin: 'learned', sightings });
  }
  for (const one of merged) {
    const key = nameKey(one.alias);
    const speakers = [...new Set([...(byKey.get(key)?.speakers ?? []), ...one.speakers])].sort();
    if (key !== '') byKey.set(key, { ...one, speakers });
  }
  for (const { key, alias, speakers } of declared)
    byKey.set(key, { alias, speakers: JSON.parse(speakers) as string[], origin: 'declared', sightings: 0 });
  return [...byKey.keys()].sort().map((key) => byKey.get(key)!);
}

/** Refuses another alias if the organisation has `limits.aliases.max` aliases already. */
function requireRoom(count: number, alias: string): void {
  const { max } = limits.aliases;
  if (count < max) return;
  const issue = { field: 'alias', message: 'is one too many', value: alias, allowed: `at most ${max} aliases` };
  throw new CairnError('request/invalid', `The organisation has ${count} aliases already.`, { issues: [issue] });
}

async function listAliases(tx: ReadTransaction, { orgId: org, closedChannels }: AliasScope): Promise<Alias[]> {
  const { learned: everywhere, learnedInOpen } = sightingQueries(tx.dialect);
  const [declared, learned, people] = await Promise.all([
    tx.all(aliasQueries(tx.dialect).declared, { org }),
    closedChannels === '' ? tx.all(everywhere, { org }) : tx.all(learnedInOpen, { org, closedChannels }),
    mergedPeople(tx, org),
  ]);
  return aliasesOf({ declared, learned, merged: mergedAliases(people) });
}

async function declareAliases(tx: Transaction, command: DeclareCommand): Promise<void> {
  const queries = aliasQueries(tx.dialect);
  const { author, declaration } = command;
  const present = await presentFor(tx, author.orgId, declaration.key);
  if (!present) requireRoom((await tx.get(queries.counted(author.orgId)))!.count, declaration.alias);
  const { id, version } = present ?? { id: uuidv7({ msecs: tx.now }), version: 0 };
  await tx.run(queries.declaring(command, { id, version }));
  await auditActs(tx, { author, action: 'write', kind: 'alias', id, version: version + 1 });
}

/** Withdraws a declaration. Returns false if the alias was not declared. */
async function withdrawAlias(tx: Transaction, command: WithdrawCommand): Promise<boolean> {
  const present = await presentFor(tx, command.author.orgId, command.key);
  if (!present) return false;
  await tx.run(aliasQueries(tx.dialect).withdrawing(command));
  const { id, version } = present;
  await auditActs(tx, { author: command.author, action: 'forget', kind: 'alias', id, version: version + 1 });
  return true;
}

interface HearCommand {
  readonly orgId: OrgId;
  readonly id: ItemId;
  readonly calls: Calls;
}

/**
 * Learns aliases only from messages that everyone may read: an alias from a peer or private message could reveal that
 * message.
 */
async function learnAliases(tx: Transaction, { orgId, id, calls }: HearCommand): Promise<void> {
  const queries = hearingQueries(tx.dialect);
  const message = await tx.get(queries.calling, { org: orgId, id });
  const author = message && isSeenByAll(message.visibility) && message.speaker;
  if (!author) return;
  const spoke = await tx.all(queries.spokeBefore, { id });
  const others = spoke.flatMap(({ speaker }) => (speaker === null || speaker === author ? [] : [speaker]));
  await tx.run(sightingQueries(tx.dialect).forgetSightingsIn, { ids: tx.dialect.listOf([id]) });
  for (const called of findCalledSpeakers(calls.names, author, others))
    await tx.run(queries.insertSighting, { ...called, org_id: orgId, item_id: id, rules: calls.rules });
}

/**
 * Returns the stored version of an alias. Locks the declarations of the organisation first, so that versions rise and the
 * limit on aliases is kept.
 */
async function presentFor(tx: Transaction, orgId: OrgId, key: string): Promise<AliasVersion | undefined> {
  await tx.lock({ what: 'organisation', orgId, key: 'aliases' });
  return tx.get(aliasQueries(tx.dialect).present, { org: orgId, key });
}

/**
 * Aliases: further names of an organisation's speakers. Managers declare aliases, and each declaration is audited. `hear`
 * learns aliases from messages that the whole organisation may see; forgetting a message removes what was learned from
 * it. A learned alias counts after two messages that call a speaker by it, or after one message in which speakers call
 * themselves by it. No alias is visible to another organisation.
 */
export const aliases = feature('aliases', {
  tables: [],
  reads: { all: listAliases },
  writes: { declare: declareAliases, hear: learnAliases, withdraw: withdrawAlias },
  repeatable: ['hear'],
});
export type Aliases = CallsOf<typeof aliases>;
