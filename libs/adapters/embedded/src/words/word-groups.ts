import type { GroupCoverage } from '@cairn/ports';
import type { Item } from '@cairn/contracts';
import { closedChannelsOf, EVERYONE, readerOf } from '@cairn/domain';
import { groupOf } from '@cairn/text';
import type { ReaderFields } from '../generations/filtered-fields.ts';
import type { Database } from '../sqlite/database.ts';
import { key, wordsOf, type Listing } from './listing.ts';
import type { QueryTerm } from './query-terms.ts';
import type { WordSpace } from './word-space.ts';

/** Returns the key under which a group counts words of documents for one reader word; '' for public documents. */
const groupReader = (reader: string): string => (reader === EVERYONE ? '' : key.reader(reader));

/**
 * Adds a document's words to the group of its session or document, and returns the group. Null for a document that has
 * no group, is inactive or is empty.
 */
export function joinGroup(db: Database, space: WordSpace, item: Item, listing: Listing): number | null {
  const name = groupOf(item);
  const words = wordsOf(listing);
  if (name === null || item.state !== 'active' || words.length === 0) return null;
  const place = { name, reader: groupReader(readerOf(item)), channel: item.channel ?? NO_CHANNEL };
  const group = findOrMakeGroup(db, space, place);
  const count = db.statement(
    `insert into word_group_term (group_id, term, documents) values (?, ?, 1)
      on conflict do update set documents = documents + 1`,
  );
  for (const word of words) count.run(group, word);
  return group;
}

/** Removes a document's words from its group. Words and groups that become empty are deleted. */
export function leaveGroup(db: Database, group: number | null, listing: Pick<Listing, 'listed'>): void {
  if (group === null) return;
  const uncount = db.statement('update word_group_term set documents = documents - 1 where group_id = ? and term = ?');
  const drop = db.statement('delete from word_group_term where group_id = ? and term = ? and documents < 1');
  for (const word of wordsOf(listing)) {
    uncount.run(group, word);
    drop.run(group, word);
  }
  db.statement(
    'delete from word_group where id = ?1 and not exists (select 1 from word_group_term where group_id = ?1)',
  ).run(group);
}

/**
 * For each group, returns the fraction of the idf of the query's words that falls on words in the group. Only words
 * that the scope may see count.
 */
export function coverageOf(
  db: Database,
  scope: ReaderFields,
  space: WordSpace,
  terms: readonly QueryTerm[],
  groups: readonly string[],
): GroupCoverage[] {
  const asked = terms.flatMap(({ encoded, weight }) => (encoded === undefined ? [] : [{ encoded, weight }]));
  const all = asked.reduce((sum, { weight }) => sum + weight, 0);
  if (all <= 0 || groups.length === 0) return [];
  const weights = new Map(asked.map(({ encoded, weight }) => [encoded, weight]));
  const covered = new Map<string, number>();
  for (const { name, term } of heldTerms(db, scope, space, [...weights.keys()], groups)) {
    covered.set(name, (covered.get(name) ?? 0) + weights.get(term)!);
  }
  return [...covered].map(([group, weight]) => ({ group, covered: Math.min(1, weight / all) }));
}

const SELECT_HELD_TERMS = `
  select distinct g.name, t.term from json_each(?2) reader cross join json_each(?3) wanted
    cross join word_group g on g.space_id = ?1 and g.name = wanted.value and g.reader = reader.value
      and g.channel not in (select value from json_each(?5))
    cross join json_each(?4) asked
    cross join word_group_term t on t.group_id = g.id and t.term = asked.value`;

function heldTerms(
  db: Database,
  scope: ReaderFields,
  { id }: WordSpace,
  terms: readonly string[],
  groups: readonly string[],
): { name: string; term: string }[] {
  const lists = [scope.readers.map(groupReader), [...new Set(groups)], terms, closedChannelsOf(scope)].map((list) =>
    JSON.stringify(list),
  );
  return db.rows(SELECT_HELD_TERMS, id, ...lists) as { name: string; term: string }[];
}

/** Unit in which words are counted: one session or document, for one audience, in one channel. */
interface GroupPlace {
  readonly name: string;
  readonly reader: string;
  readonly channel: string;
}

/** Stands for the channel of documents without a channel; no channel has an empty name. */
const NO_CHANNEL = '';

function findOrMakeGroup(db: Database, { id }: WordSpace, { name, reader, channel }: GroupPlace): number {
  const known = db
    .statement('select id from word_group where space_id = ? and name = ? and reader = ? and channel = ?')
    .get(id, name, reader, channel) as { id: number } | undefined;
  if (known) return known.id;
  const made = db
    .statement('insert into word_group (space_id, name, reader, channel) values (?, ?, ?, ?)')
    .run(id, name, reader, channel);
  return Number(made.lastInsertRowid);
}
