import { agesOf, upkeepQueries, behindQueries, fieldsOf, type ScopeFields } from '@cairn/adapter-sql';
import type { IndexTarget } from '@cairn/contracts';
import type { Database } from '../sqlite/database.ts';
import { sqlite } from '../sqlite/dialect.ts';

const queries = upkeepQueries(sqlite);

export const oldestBehind = (db: Database, now: number): Record<IndexTarget, number> =>
  agesOf(db.get(queries.oldestBehind, {}), now);

export const forgetIdempotency = (db: Database, command: { before: number; limit: number }): number =>
  db.run(queries.forgetIdempotency, command).changes;

const behind = behindQueries(sqlite);

/** `before`: epoch ms. */
export const isBehind = (db: Database, scope: ScopeFields, target: IndexTarget, before: number): boolean =>
  db.get(behind, { ...fieldsOf(scope), target, before }) !== undefined;
