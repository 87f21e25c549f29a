import type { ItemKind } from '@cairn/contracts';
import type { WordQuery } from '@cairn/ports';
import type { ReaderFields } from '../generations/filtered-fields.ts';
import type { Database } from '../sqlite/database.ts';
import type { Documents } from './documents.ts';
import { readElements, type QueryElements } from './query-terms.ts';
import { wordIndexOf } from './word-index.ts';
import { findSpace } from './word-space.ts';

/** A query and who asks it. */
export interface WordQuestion {
  readonly generation: number;
  readonly scope: ReaderFields;
  readonly query: WordQuery;
}

/** Documents of a space, and the elements of a query with their lists in this space. */
export interface OpenedQuery {
  readonly documents: Documents;
  readonly elements: QueryElements;
}

interface KnownQuery extends OpenedQuery {
  readonly scope: ReaderFields;
  readonly revision: number;
}

/**
 * Elements by query and space. A recall asks the same query several times: it searches, scores and covers. They hold as long
 * as the space has not changed, and go with the query.
 */
const known = new WeakMap<WordQuery, Map<number, KnownQuery>>();

/** Opens a query on the documents of one kind; undefined if there are none. */
export function openQuery(
  db: Database,
  { generation, scope, query }: WordQuestion,
  kind: ItemKind,
): OpenedQuery | undefined {
  const space = findSpace(db, { generation, orgId: scope.orgId, kind });
  if (!space) return undefined;
  const documents = wordIndexOf(db).documentsOf(db, space);
  const bySpace = known.get(query) ?? new Map<number, KnownQuery>();
  const former = bySpace.get(space.id);
  if (former?.documents === documents && former.revision === space.revision && former.scope === scope) return former;
  const elements = readElements({ db, documents, space, scope }, query);
  const opened = { documents, elements, scope, revision: space.revision };
  known.set(query, bySpace.set(space.id, opened));
  return opened;
}
