import { CairnError } from '@cairn/contracts';
import type { DialectName } from '../kit/ddl.ts';
import { ddlOf, type TableDescription } from '../kit/ddl.ts';
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

/** The first step creates all tables as they are described. These are the steps of a dialect whose adapter has these tables of its own. `before` runs before all tables are created. */
export const schemaOf = (
  dialect: DialectName,
  { tables, before = '' }: { readonly tables: readonly TableDescription[]; readonly before?: string },
): readonly Migration[] => [
  { name: 'baseline', sql: `${before}${ddlOf([...storeTables, ...tables], dialect)}` },
  ...schemaSteps.flatMap(({ name, [dialect]: sql, leastCode }) =>
    sql === undefined ? [] : [{ name, sql, leastCode }],
  ),
];

/** The refusal of a place whose first step is another than the baseline. */
export const olderThanBaseline = (place: 'data folder' | 'database') =>
  new CairnError(
    'config/invalid',
    `The ${place} has a schema from before the baseline, which this Cairn does not read. Run \`cairn export --whole --file all.jsonl.gz\` with the Cairn that wrote it, start this one on an empty ${place}, and run \`cairn import jsonl all.jsonl.gz\`.`,
  );
