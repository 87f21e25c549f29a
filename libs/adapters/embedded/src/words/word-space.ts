import type { ItemKind, OrgId } from '@cairn/contracts';
import { ANALYSER_VERSION } from '@cairn/text';
import type { Database } from '../sqlite/database.ts';

/** One organisation's items of one kind, with the statistics that BM25 needs. */
export interface WordSpace {
  readonly id: number;
  readonly documents: number;
  /** Terms of all its documents together. */
  readonly length: number;
  /** Rises with each write into the space: what was read of its lists holds as long as it stays. */
  readonly revision: number;
}

const FIND = 'select id, documents, length, revision from word_space where org_id = ? and kind = ? and analyser = ?';

export const findSpace = (db: Database, orgId: OrgId, kind: ItemKind): WordSpace | undefined =>
  db.statement(FIND).get(orgId, kind, String(ANALYSER_VERSION)) as WordSpace | undefined;

export function findOrMakeSpace(db: Database, orgId: OrgId, kind: ItemKind): WordSpace {
  return findSpace(db, orgId, kind) ?? makeSpace(db, orgId, kind);
}

/** FTS5's table of a space: for each token, the documents that hold it. */
export const listsOf = ({ id }: Pick<WordSpace, 'id'>): string => `word_list_${id}`;

/** How many documents hold a token, read from the lists themselves. */
export const frequenciesOf = (space: Pick<WordSpace, 'id'>): string => `${listsOf(space)}_frequency`;

/**
 * The lists keep no text and no positions. They are told what to take out at a deletion, so that with `secure-delete`
 * no word of a forgotten item stays in the file; `contentless_delete` would leave it there until a merge (tried).
 */
function makeSpace(db: Database, orgId: OrgId, kind: ItemKind): WordSpace {
  const { lastInsertRowid } = db
    .statement('insert into word_space (org_id, kind, analyser, documents, length) values (?, ?, ?, 0, 0)')
    .run(orgId, kind, String(ANALYSER_VERSION));
  const space = { id: Number(lastInsertRowid), documents: 0, length: 0, revision: 0 };
  const lists = listsOf(space);
  db.exec(
    `create virtual table ${lists} using fts5(tokens, content='', columnsize=0, detail=none, tokenize="ascii tokenchars '/.'")`,
  );
  db.exec(`insert into ${lists} (${lists}, rank) values ('secure-delete', 1)`);
  db.exec(`create virtual table ${frequenciesOf(space)} using fts5vocab(${lists}, row)`);
  return space;
}
