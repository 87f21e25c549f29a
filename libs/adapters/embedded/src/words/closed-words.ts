import type { Database } from '../sqlite/database.ts';
import { wordsOf, type Listing } from './listing.ts';
import type { WordSpace } from './word-space.ts';

/**
 * How many documents that not everyone may read hold each word. They stand on the same lists as all others, and are taken
 * off the frequencies again, so that no score tells of them.
 */

export function countClosed(db: Database, { id }: WordSpace, listing: Pick<Listing, 'listed'>): void {
  const count = db.statement(
    `insert into word_closed_term (space_id, term, documents) values (?, ?, 1)
      on conflict do update set documents = documents + 1`,
  );
  for (const word of wordsOf(listing)) count.run(id, word);
}

/** A word that nothing else holds leaves no trace. */
export function uncountClosed(db: Database, { id }: WordSpace, listing: Pick<Listing, 'listed'>): void {
  const uncount = db.statement('update word_closed_term set documents = documents - 1 where space_id = ? and term = ?');
  const drop = db.statement('delete from word_closed_term where space_id = ? and term = ? and documents < 1');
  for (const word of wordsOf(listing)) {
    uncount.run(id, word);
    drop.run(id, word);
  }
}

/** Counts an encoded word of a space. */
export function closedReader(db: Database, { id }: WordSpace): (term: string) => number {
  const find = db.statement('select documents from word_closed_term where space_id = ? and term = ?');
  return (term) => (find.get(id, term) as { documents: number } | undefined)?.documents ?? 0;
}
