import { closedChannelsOf } from '@cairn/domain';
import type { ReaderFields } from '../generations/filtered-fields.ts';
import type { Database } from '../sqlite/database.ts';
import type { CachedLists } from './cached-lists.ts';
import { matchAny } from './list-filter.ts';
import { key, wordsOf, type Listing } from './listing.ts';
import { listsOf, type WordSpace } from './word-space.ts';

/**
 * Counts restricted documents by word. Restricted documents are on the same lists as all other documents. Their counts
 * are subtracted from the frequencies, so that no score reveals them.
 */

export function countClosed(db: Database, { id }: WordSpace, listing: Pick<Listing, 'listed'>): void {
  const count = db.statement(
    `insert into word_closed_term (space_id, term, documents) values (?, ?, 1)
      on conflict do update set documents = documents + 1`,
  );
  for (const word of wordsOf(listing)) count.run(id, word);
}

/** Decrements the counts of a document's words. Counts that reach zero are deleted, so that no word remains. */
export function decrementClosedCounts(db: Database, { id }: WordSpace, listing: Pick<Listing, 'listed'>): void {
  const uncount = db.statement('update word_closed_term set documents = documents - 1 where space_id = ? and term = ?');
  const drop = db.statement('delete from word_closed_term where space_id = ? and term = ? and documents < 1');
  for (const word of wordsOf(listing)) {
    uncount.run(id, word);
    drop.run(id, word);
  }
}

/** Returns a function that reads the count of an encoded word. */
export function closedCountReader(db: Database, { id }: WordSpace): (term: string) => number {
  const find = db.statement('select documents from word_closed_term where space_id = ? and term = ?');
  return (term) => (find.get(id, term) as { documents: number } | undefined)?.documents ?? 0;
}

/** A space as a scope may know it. Its numbers do not count documents in channels that are closed to the scope. */
export interface VisibleSpace extends WordSpace {
  /** Returns the number of public documents in the closed channels that have at least one of these tokens. */
  readonly closedWith: (tokens: readonly string[]) => number;
}

export function openVisibleSpace(db: Database, kept: CachedLists, space: WordSpace, scope: ReaderFields): VisibleSpace {
  const channels = closedChannelsOf(scope);
  if (channels.length === 0) return { ...space, closedWith: () => 0 };
  const lists = listsOf(space);
  const inChannels = matchAny(channels.map(key.channel));
  const read = (sql: string, expression: string) =>
    kept.numberOf(space, `${sql} ${expression}`, () => db.value<number>(sql, `(${expression}) NOT "${key.closed}"`));
  const count = `select count(*) from ${lists} where ${lists} match ?`;
  const length = `select coalesce(sum(d.length), 0) from ${lists} cross join word_document d on d.seq = ${lists}.rowid
    where ${lists} match ?`;
  return {
    ...space,
    documents: space.documents - read(count, inChannels),
    length: space.length - read(length, inChannels),
    closedWith: (tokens) => (tokens.length === 0 ? 0 : read(count, `${inChannels} AND ${matchAny(tokens)}`)),
  };
}
