import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { countFlagged, labels } from './planted-counts.ts';
import { fitPlanted } from './planted-fit.ts';

const USAGE = `npm run bench:planted -- --set FILE
  --set FILE     lines of JSON: {"text", "label": "planted" or "ordinary"}; prints totals alone
  --fit FILE     fits the weights to the sets (one author each), writes them to FILE, and prints what each author's
                 texts get from weights that were fitted to the others
  --plain FILE   plain notes to fit to in addition: lines of JSON: {"text"}`;

const Row = z.object({ text: z.string(), label: z.enum(labels).default('ordinary') });
const options = {
  set: { type: 'string', multiple: true, default: [] as string[] },
  plain: { type: 'string' },
  fit: { type: 'string' },
} as const;

function main(): void {
  const { set, plain, fit } = parseArgs({ options }).values;
  if (set.length === 0) {
    console.error(USAGE);
    process.exit(2);
  }
  if (fit === undefined) return countFlagged(set.flatMap(rowsIn)).forEach((line) => console.log(line));
  const others = plain === undefined ? [] : rowsIn(plain);
  const written = set.flatMap((file) => rowsIn(file).map((row) => ({ ...row, author: basename(file) })));
  const labelled = [...written, ...others].map(({ label, ...row }) => ({ ...row, isPlanted: label === 'planted' }));
  const { heldOut, file } = fitPlanted(labelled);
  for (const { author, planted, ordinary } of heldOut)
    console.log(`held out  ${author}  flagged ${planted.toFixed(3)}  false ${ordinary.toFixed(3)}`);
  writeFileSync(fit, file);
}

const rowsIn = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => Row.parse(JSON.parse(line)));

main();
