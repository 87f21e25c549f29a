import { createHash } from 'node:crypto';
import { CairnError } from '@cairn/contracts';
import { INDEX_LAYOUT } from '@cairn/ports';
import { newestAnalyser } from '@cairn/text';
import { ddlOf, type DialectName, type TableDescription } from '../kit/ddl.ts';
import { storeTables } from './features.ts';

/** A step of the schema, in the SQL of one dialect. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /**
   * The name of the oldest step whose code still works after this step. Set it in a step that drops something that older
   * code uses on Postgres. A release only adds to the schema; a later release may remove what is unused.
   */
  readonly leastCode?: string | undefined;
}

/** A change of the schema after the baseline, with its SQL by dialect. A dialect without SQL skips the step. */
interface SchemaStep {
  readonly name: string;
  readonly sqlite?: string;
  readonly postgres?: string;
  readonly leastCode?: string;
}

/** The steps after the baseline, in this order. The first release adds the first step; a released step never changes. */
const schemaSteps: readonly SchemaStep[] = [];

const nowMs = {
  sqlite: "cast(unixepoch('subsec') * 1000 as integer)",
  postgres: '(extract(epoch from now()) * 1000)::bigint',
} as const;

/**
 * Inserts the first generation of words, made by this build's analyser. The first generation of vectors is created once a
 * model is known.
 */
const firstWords = (now: string) => `
  insert into generation (target, number, built_by, layout, status, started_at, filled_at)
  values ('words', 1, '${newestAnalyser('english')}', ${INDEX_LAYOUT}, 'live', ${now}, ${now});`;

/**
 * The steps of a dialect; `tables` are the tables that only the adapter of the dialect has. The first step runs the
 * statements of `before` and creates all tables as they are described. The name of this step contains a fingerprint of
 * the tables, so that code with other tables refuses the store.
 */
export function schemaOf(
  dialect: DialectName,
  { tables, before = '' }: { readonly tables: readonly TableDescription[]; readonly before?: string },
): readonly Migration[] {
  const created = ddlOf([...storeTables, ...tables], dialect);
  const baseline = {
    name: `baseline ${fingerprintOf(created)}`,
    sql: `${before}${created}${firstWords(nowMs[dialect])}`,
  };
  const steps = schemaSteps.flatMap(({ name, [dialect]: sql, leastCode }) =>
    sql === undefined ? [] : [{ name, sql, leastCode }],
  );
  return [baseline, ...steps];
}

const fingerprintOf = (sql: string) => createHash('sha256').update(sql.replace(/\s+/g, ' ')).digest('hex').slice(0, 12);

/** Builds the error for a data folder or database whose first step is not the baseline of this code. */
export const otherBaseline = (place: 'data folder' | 'database') =>
  new CairnError(
    'config/invalid',
    `The ${place} has the tables of an earlier build, from before the first release, which this Cairn does not read. Run \`cairn export --whole --file all.jsonl.gz\` with the Cairn that wrote it, start this one on an empty ${place}, and run \`cairn import jsonl all.jsonl.gz\`.`,
  );
