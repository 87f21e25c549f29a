import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BundledEmbedder } from '@cairn/adapter-embedders';
import type { Embed } from '@cairn/extraction';
import { drawProposals } from './extraction-draw.ts';
import { fitWeights } from './extraction-fit.ts';
import { measurePublicSets, measureSessions } from './extraction-run.ts';
import { readSessions } from './extraction-sets.ts';

const USAGE = `npm run bench:extraction -- [options]
  --data DIR    folder of public sets (locomo, beam, beam500k, graph, statements); only our own set unless told
  --short       the first sessions of our own set alone
  --words       without the embedding model
  --locked      the set that nobody fits to, in totals alone
  --draw N      writes N proposals of all sets to --out, to be judged by docs/extraction.md; --seed S chooses others
  --fit         fits the weights to our own set and those of --data, and writes them to --out
  --out FILE`;

const SHORT_SESSIONS = 3;
const OWN = 'bench/data/extraction';

async function main(): Promise<void> {
  const { data, short, locked, words, fit, draw, seed, out } = request(process.argv.slice(2));
  const path = join(OWN, locked ? 'locked.jsonl' : 'dev.jsonl');
  if (!existsSync(path)) throw new Error(`There is no ${path}. Usage: ${USAGE}`);
  const sessions = readSessions(path).slice(0, short ? SHORT_SESSIONS : undefined);
  const embedder = words ? undefined : new BundledEmbedder();
  const embed: Embed | undefined =
    embedder && (async (texts) => (await embedder.embed(texts, 'document')).map(({ vector }) => vector));
  try {
    if (draw !== undefined && out !== undefined)
      return await drawProposals({ sessions, data, embed, count: draw, seed, out });
    if (fit && embed && data !== undefined && out !== undefined)
      return await fitWeights({ sessions, data, embed, out });
    console.log(await measureSessions(sessions, embed));
    if (data !== undefined && !locked) console.log(await measurePublicSets(data, embed));
  } finally {
    await embedder?.close();
  }
}

function request(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      short: { type: 'boolean', default: false },
      locked: { type: 'boolean', default: false },
      words: { type: 'boolean', default: false },
      fit: { type: 'boolean', default: false },
      draw: { type: 'string' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
    },
  });
  const { data, draw, seed, out, ...flags } = values;
  if (data !== undefined && !existsSync(data)) throw new Error(`${data} is no folder. Usage: ${USAGE}`);
  const { fit, locked, words } = flags;
  if ((draw !== undefined || fit) !== (out !== undefined))
    throw new Error(`--draw and --fit need --out, and nothing else does. Usage: ${USAGE}`);
  if ((draw !== undefined || fit) && locked) throw new Error(`--draw and --fit are not for --locked. Usage: ${USAGE}`);
  if (fit && (words || data === undefined)) throw new Error(`--fit needs --data and the model. Usage: ${USAGE}`);
  const count = draw === undefined ? undefined : Number(draw);
  if (count !== undefined && !(Number.isInteger(count) && count > 0))
    throw new Error(`--draw is a whole number above 0. Usage: ${USAGE}`);
  return { data, out, ...flags, draw: count, seed: Number(seed) };
}

await main();
