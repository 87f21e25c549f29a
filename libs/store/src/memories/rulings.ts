import { bindingCategories, IMPORT_ID, IMPORT_KIND, roles, type ItemId } from '@cairn/contracts';
import { isTrustedWriter } from '@cairn/domain';
import { TEXT_FEATURE_RULES } from '@cairn/text';
import { sql, type SqlBool } from 'kysely';
import { fieldsOf, scopePlaces, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type Dialect, type List } from '../kit/dialect.ts';
import { itemsOf, distinctIds } from '../items/item-queries.ts';
import { prepared, statementOf, type PlaceOf } from '../kit/prepared.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

/** The data of a memory, other than its text, that a preflight uses. */
export interface StoredRuling {
  readonly id: ItemId;
  readonly version: number;
  /** The actions that the memory is about, as its writer gave them. */
  readonly triggers: readonly string[];
  /** Whether the memory is trusted (`isTrustedMemory`), so that it may bind. */
  readonly isTrusted: boolean;
}

/** The rule that the rule reader wrote for one version of a memory. */
interface StoredRule {
  readonly id: ItemId;
  readonly version: number;
  readonly rule: string;
}

const trustedRoles = roles.filter((role) => isTrustedWriter({ kind: 'agent', role })).map((role) => sql.lit(role));

/**
 * SQL condition: the principal who stored the memory is trusted (`isTrustedWriter` of the domain): a person, or an agent
 * with a manager's or admin's key.
 */
export const isStoredByTrusted = sql<SqlBool>`exists (select 1 from principal
  where principal.id = item.principal_id and (principal.kind = 'person' or exists (select 1 from api_key
    where api_key.principal_id = principal.id and api_key.role in (${sql.join(trustedRoles)}))))`;

/**
 * SQL condition: the provenance has this entry. `start` begins with the sign before the entry: a quotation mark inside of a
 * JSON text is escaped, so that no text looks like that sign and an entry.
 */
const hasEntry = (alias: string, start: string) => {
  const provenance = sql.ref(`${alias}.provenance`);
  return sql<SqlBool>`replace(${provenance}, ${sql.lit(start)}, '') <> ${provenance}`;
};

/**
 * SQL condition: an import brought the memory, from files that are no rules, decision records or owners of a repository.
 * Whoever imports such files has not read all that they say.
 */
const isImportedUnread = (alias = 'item') => sql<SqlBool>`((${hasEntry(alias, `{"${IMPORT_ID}":`)}
  or ${hasEntry(alias, `,"${IMPORT_ID}":`)}) and not ${hasEntry(alias, `,"${IMPORT_KIND}":`)})`;

/**
 * SQL condition: a person confirmed the memory, or somebody who is trusted wrote it here or imported it from files by which
 * a team rules itself.
 */
export const isTrustedMemory = sql<SqlBool>`(item.confirmed_by is not null
  or (not ${isImportedUnread()} and ${isStoredByTrusted}))`;

/** SQL condition: an import brought the memory, and it would bind if a person confirmed it (`awaitsConfirmation` of the domain). */
export const isAwaitingConfirmation = (alias = 'item') => sql<SqlBool>`(${sql.ref(`${alias}.confirmed_by`)} is null
  and (${sql.ref(`${alias}.category`)} in (${sql.join([...bindingCategories].map((category) => sql.lit(category)))})
    or ${sql.ref(`${alias}.forbids`)} is not null)
  and ${isImportedUnread(alias)})`;

interface RulingsQuery extends ScopeFields {
  readonly ids: List;
}

const rulingsOf = (dialect: Dialect, place: PlaceOf<RulingsQuery>) =>
  itemsOf(dialect, place('ids'))
    .select(['item.id', 'item.version', 'item.action_triggers'])
    .select(sql<number>`case when ${isTrustedMemory} then 1 else 0 end`.as('is_trusted'))
    .where(visibilityCondition(scopePlaces(place)));

interface WordsQuery {
  readonly orgId: string;
  readonly words: List;
}

const wantedWords = ({ name }: Dialect, words: List) =>
  name === 'sqlite'
    ? sql`json_each(${words}) as wanted cross join norm_word`
    : sql`unnest(${words}::text[]) as wanted (value) join norm_word on true`;

const queriesOf = ofDialect((dialect) => ({
  of: prepared<RulingsQuery>()((place) => rulingsOf(dialect, place)),
  active: prepared<RulingsQuery>()((place) => rulingsOf(dialect, place).where('item.state', '=', sql.lit('active'))),
  rules: prepared<RulingsQuery>()((place) =>
    itemsOf(dialect, place('ids'))
      .innerJoin('text_features as features', 'features.item_id', 'item.id')
      .select(['item.id', 'item.version', 'features.norms'])
      .where('features.rules', '=', sql.lit(TEXT_FEATURE_RULES))
      .where('features.norms', 'is not', null)
      .where(visibilityCondition(scopePlaces(place))),
  ),
  byWords: statementOf<WordsQuery>(dialect)(
    (place) => sql<{ id: ItemId; beside: string }>`select item_id as id, beside
      from ${wantedWords(dialect, place('words'))}
      where norm_word.org_id = ${place('orgId')} and norm_word.word = wanted.value`,
  ),
}));

interface AskedIds {
  readonly scope: ScopeFields;
  readonly ids: readonly ItemId[];
}

const findRulesByIds = (tx: ReadTransaction, asked: AskedIds): Promise<StoredRuling[]> => readRulings(tx, asked, 'of');

interface AskedWords {
  readonly scope: ScopeFields;
  readonly words: readonly string[];
}

/**
 * Selects the active memories that the scope sees and whose norms or triggers may apply to an action with these words.
 * Filters by words before it checks visibility, since most norms that contain one of the words lack another.
 */
async function findMatchingRules(tx: ReadTransaction, { scope, words }: AskedWords): Promise<StoredRuling[]> {
  const { dialect } = tx;
  const said = new Set(words);
  const found = await tx.all(queriesOf(dialect).byWords, { orgId: scope.orgId, words: dialect.listOf(words) });
  const isWhole = (beside: string) => beside === '' || beside.split(' ').every((word) => said.has(word));
  const ids = found.filter(({ beside }) => isWhole(beside)).map(({ id }) => id);
  return readRulings(tx, { scope, ids }, 'active');
}

async function readRulings(
  tx: ReadTransaction,
  { scope, ids }: AskedIds,
  which: 'of' | 'active',
): Promise<StoredRuling[]> {
  if (ids.length === 0) return [];
  const values = { ...fieldsOf(scope), ids: distinctIds(tx.dialect, ids) };
  const rows = await tx.all(queriesOf(tx.dialect)[which], values);
  return rows.map(({ id, version, action_triggers, is_trusted }) => ({
    ...{ id: id as ItemId, version, isTrusted: is_trusted === 1 },
    triggers: JSON.parse(action_triggers ?? '[]') as string[],
  }));
}

/** Selects the rules of those items that the scope sees. Leaves out rules that another version of the rule reader wrote. */
async function findStoredRules(tx: ReadTransaction, { scope, ids }: AskedIds): Promise<StoredRule[]> {
  if (ids.length === 0) return [];
  const values = { ...fieldsOf(scope), ids: distinctIds(tx.dialect, ids) };
  const rows = await tx.all(queriesOf(tx.dialect).rules, values);
  return rows.map(({ id, version, norms }) => ({ id: id as ItemId, version, rule: norms! }));
}

/** Data of memories that a preflight uses, in addition to their texts. */
export const rulings = feature('rulings', {
  tables: [],
  reads: { matching: findMatchingRules, of: findRulesByIds, rules: findStoredRules },
  writes: {},
});
export type Rulings = CallsOf<typeof rulings>;
