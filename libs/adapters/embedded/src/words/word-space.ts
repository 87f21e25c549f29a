import type { ItemKind, OrgId } from '@cairn/contracts';
import type { Database } from '../sqlite/database.ts';

/** One organisation's items of one kind in one generation, with the statistics for BM25, which cover public documents. */
export interface WordSpace {
  readonly id: number;
  readonly documents: number;
  /** The total number of terms in those documents. */
  readonly length: number;
  /** Rises with each write to the space; cached lists are valid while it is unchanged. */
  readonly revision: number;
}

const FIND = 'select id, documents, length, revision from word_space where org_id = ? and kind = ? and generation = ?';

/** The name of a space: generation, organisation and kind. */
export interface SpaceName {
  readonly generation: number;
  readonly orgId: OrgId;
  readonly kind: ItemKind;
}

export const findSpace = (db: Database, { orgId, kind, generation }: SpaceName): WordSpace | undefined =>
  db.statement(FIND).get(orgId, kind, generation) as WordSpace | undefined;

export const findOrMakeSpace = (db: Database, name: SpaceName): WordSpace => findSpace(db, name) ?? makeSpace(db, name);

/** The FTS5 table of a space: for each token, its documents. */
export const listsOf = ({ id }: Pick<WordSpace, 'id'>): string => `word_list_${id}`;

/** The fts5vocab table of a space: the number of documents of each token, read from the lists. */
export const frequenciesOf = (space: Pick<WordSpace, 'id'>): string => `${listsOf(space)}_frequency`;

/**
 * The lists hold no text and no positions. A deletion names the tokens to delete, so that with `secure-delete` no word of a forgotten
 * item stays in the file; `contentless_delete` would keep it there until a merge (tested).
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

/** Drops the lists and groups of a space without documents. */
export function dropSpace(db: Database, space: Pick<WordSpace, 'id'>): void {
  db.exec(`drop table ${frequenciesOf(space)}`);
  db.exec(`drop table ${listsOf(space)}`);
  const groups = '(select id from word_group where space_id = ?)';
  db.statement(`delete from word_group_term where group_id in ${groups}`).run(space.id);
  db.statement('delete from word_group where space_id = ?').run(space.id);
  db.statement('delete from word_closed_term where space_id = ?').run(space.id);
  db.statement('delete from word_space where id = ?').run(space.id);
}
