import { createHash } from 'node:crypto';
import { CairnError } from '@cairn/contracts';
import { INDEX_LAYOUT } from '@cairn/ports';
import { newestAnalyser } from '@cairn/text';
import { ddlOf, type DialectName, type TableDescription } from '../kit/ddl.ts';
import { storeTables } from './features.ts';

/** A step of the schema of one dialect. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /**
   * Set by a step that drops something that older code uses on Postgres: the name of the oldest step whose code does not use it.
   * Additions come first, removals a release later.
   */
  readonly leastCode?: string | undefined;
}

/** A change of the schema after the baseline, for each dialect; a dialect without SQL skips it. */
interface SchemaStep {
  readonly name: string;
  readonly sqlite?: string;
  readonly postgres?: string;
  readonly leastCode?: string;
}

/** Steps after the baseline, in this order. Steps begin with the first release; a released step never changes. */
const schemaSteps: readonly SchemaStep[] = [];

const nowMs = {
  sqlite: "cast(unixepoch('subsec') * 1000 as integer)",
  postgres: '(extract(epoch from now()) * 1000)::bigint',
} as const;

/** The first generation of words, by the analyser of this code. The first one of vectors is created once a model is known. */
const firstWords = (now: string) => `
  insert into generation (target, number, built_by, layout, status, started_at, filled_at)
  values ('words', 1, '${newestAnalyser('english')}', ${INDEX_LAYOUT}, 'live', ${now}, ${now});`;

/**
 * The steps of a dialect whose adapter has these tables of its own. The first one creates all tables as they are described, after the
 * statements of `before`; its name has a fingerprint of them, so that a store of other tables is refused.
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

/** The refusal of a place whose first step is another than the baseline of this code. */
export const otherBaseline = (place: 'data folder' | 'database') =>
  new CairnError(
    'config/invalid',
    `The ${place} has the tables of an earlier build, from before the first release, which this Cairn does not read. Run \`cairn export --whole --file all.jsonl.gz\` with the Cairn that wrote it, start this one on an empty ${place}, and run \`cairn import jsonl all.jsonl.gz\`.`,
  );
