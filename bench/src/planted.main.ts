import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { plantedSignals } from '@cairn/text';
import { z } from 'zod';

const USAGE = `npm run bench:planted -- --set FILE
  --set FILE   lines of JSON: {"text", "label": "planted" or "ordinary"}; prints totals alone`;

const Row = z.object({ text: z.string(), label: z.enum(['planted', 'ordinary']) });

/** Counts the planted texts of a set that are flagged, and the ordinary ones that are flagged falsely. */
function main(): void {
  const { set } = parseArgs({ options: { set: { type: 'string' } } }).values;
  if (set === undefined) {
    console.error(USAGE);
    process.exit(2);
  }
  const lines = readFileSync(set, 'utf8').split('\n').filter(Boolean);
  const rows = lines.map((line) => Row.parse(JSON.parse(line)));
  for (const label of Row.shape.label.options) {
    const texts = rows.filter((row) => row.label === label);
    const flagged = texts.filter(({ text }) => plantedSignals(text).length > 0).length;
    const share = (flagged / Math.max(1, texts.length)).toFixed(3);
    console.log(`${label === 'planted' ? 'flagged' : 'false  '}  ${share}  ${flagged} of ${texts.length}`);
  }
}

main();
