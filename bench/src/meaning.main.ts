import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureDecisions } from './meaning-decisions.ts';
import { measurePairs } from './meaning-pairs.ts';
import { measureStatements } from './meaning-statements.ts';
import { measurePreflight } from './meaning-preflight.ts';
import { measureRules } from './meaning-rules.ts';
import type { MeaningRun } from './meaning-set.ts';

const USAGE = `npm run bench:meaning -- [options]
  --data DIR    folders of sets, one an author; bench/data/meaning unless told
  --part NAME   one part alone
  --out FILE    writes each row with its answer to it; not of the locked sets
  --locked      the sets that nobody fits to, in totals alone`;

const parts = {
  decisions: measureDecisions,
  pairs: measurePairs,
  statements: measureStatements,
  preflight: measurePreflight,
  rules: measureRules,
} satisfies Record<string, (run: MeaningRun) => Promise<void>>;
const OPEN_SETS = ['dev', 'dev-2', 'dev-3'];
const LOCKED_SETS = ['locked-c', 'locked-d'];

const silent = (): void => undefined;

async function main(): Promise<void> {
  const { sets, only, out } = request(process.argv.slice(2));
  if (out !== undefined) writeFileSync(out, '');
  const tell = out === undefined ? silent : (row: object) => appendFileSync(out, `${JSON.stringify(row)}\n`);
  for (const folder of sets) {
    console.log(folder);
    for (const [name, measure] of Object.entries(parts))
      if (only === undefined || only === name) await measure({ folder, tell });
  }
}

function request(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string', default: 'bench/data/meaning' },
      part: { type: 'string' },
      locked: { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  const { data, part, locked, out } = values;
  const sets = (locked ? LOCKED_SETS : OPEN_SETS).map((name) => join(data, name));
  const missing = sets.find((folder) => !existsSync(folder));
  if (missing !== undefined) throw new Error(`${missing} is no folder. Usage: ${USAGE}`);
  if (part !== undefined && !(part in parts))
    throw new Error(`--part is one of ${Object.keys(parts).join(', ')}. Usage: ${USAGE}`);
  if (locked && out !== undefined) throw new Error(`--out is not for --locked. Usage: ${USAGE}`);
  return { sets, only: part, out };
}

await main();
