import { behindQueries, fieldsOf, type ScopeFields } from '@cairn/adapter-sql';
import type { IndexTarget } from '@cairn/contracts';
import type { Database } from '../sqlite/database.ts';
import { sqlite } from '../sqlite/dialect.ts';

const behind = behindQueries(sqlite);

/** `before`: epoch ms. */
export const isBehind = (db: Database, scope: ScopeFields, target: IndexTarget, before: number): boolean =>
  db.get(behind, { ...fieldsOf(scope), target, before }) !== undefined;
