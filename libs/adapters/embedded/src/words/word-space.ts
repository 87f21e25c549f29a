import type { ItemKind, OrgId } from '@cairn/contracts';
import type { Database } from '../sqlite/database.ts';

/** Items of one organisation, kind and generation, with their BM25 statistics, which cover only public documents. */
export interface WordSpace {
  readonly id: number;
  readonly documents: number;
  /** Total number of terms in the public documents. */
  readonly length: number;
  /** Number that rises by one with each document that is added or removed. */
  readonly revision: number;
}

const SELECT_WORD_SPACE =
  'select id, documents, length, revision from word_space where org_id = ? and kind = ? and generation = ?';

/** Identity of a space: its generation, organisation and kind. */
export interface SpaceName {
  readonly generation: number;
  readonly orgId: OrgId;
  readonly kind: ItemKind;
}

export function findSpace(db: Database, { orgId, kind, generation }: SpaceName): WordSpace | undefined {
  const found = db.arrays(SELECT_WORD_SPACE).get(orgId, kind, generation) as unknown as SpaceRow | undefined;
  return found && { id: found[0], documents: found[1], length: found[2], revision: found[3] };
}

type SpaceRow = readonly [id: number, documents: number, length: number, revision: number];

export const findOrMakeSpace = (db: Database, name: SpaceName): WordSpace => findSpace(db, name) ?? makeSpace(db, name);

/** Returns the name of a space's FTS5 table, which has the documents of each token. */
export const listsOf = ({ id }: Pick<WordSpace, 'id'>): string => `word_list_${id}`;

/** Returns the name of a space's fts5vocab table, which has the number of documents of each token, read from the lists. */
export const frequenciesOf = (space: Pick<WordSpace, 'id'>): string => `${listsOf(space)}_frequency`;

/**
 * Creates a space. Its lists contain no text and no positions. A deletion names the tokens to delete, so that with
 * `secure-delete` no word of a forgotten item stays in the file. `contentless_delete` would keep the word in the file
 * until a merge (tested).
 */
function makeSpace(db: Database, { orgId, kind, generation }: SpaceName): WordSpace {
  const { lastInsertRowid } = db
    .statement('insert into word_space (org_id, kind, generation, documents, length) values (?, ?, ?, 0, 0)')
    .run(orgId, kind, generation);
  const space = { id: Number(lastInsertRowid), documents: 0, length: 0, revision: 0 };
  const lists = listsOf(space);
  db.exec(
    `create virtual table ${lists} using fts5(tokens, content='', columnsize=0, detail=none, tokenize="ascii tokenchars '/.'")`,
  );
  db.exec(`insert into ${lists} (${lists}, rank) values ('secure-delete', 1)`);
  db.exec(`create virtual table ${frequenciesOf(space)} using fts5vocab(${lists}, row)`);
  return space;
}

/** Drops the lists of a space without documents. */
export function dropSpace(db: Database, space: Pick<WordSpace, 'id'>): void {
  db.exec(`drop table ${frequenciesOf(space)}`);
  db.exec(`drop table ${listsOf(space)}`);
  db.statement('delete from word_gone where space_id = ?').run(space.id);
  db.statement('delete from word_space where id = ?').run(space.id);
}
