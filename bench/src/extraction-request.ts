import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

const USAGE = `npm run bench:extraction -- [options]
  --data DIR    folder of public sets (locomo, beam, beam500k, graph, statements); only our own set unless told
  --short       the first sessions of our own set alone
  --recall      recall over the messages of --data, and over these and all proposed memories as if they were kept
  --words       without the embedding model
  --locked      the set that nobody fits to, in totals alone
  --draw N      writes N proposals of all sets to --out, to be judged by docs/inside/extraction.md; --seed S chooses others
  --publish J   writes the judged rows of file J to --out as they may be published, without texts of public sets
  --fit         fits the weights to our own set and those of --data, and writes them to --out
  --out FILE`;

interface Sets {
  readonly path: string;
  readonly data: string | undefined;
  readonly isShort: boolean;
  readonly isWordsOnly: boolean;
}

export type ExtractionRequest =
  | (Sets & { readonly does: 'measure' })
  | (Sets & { readonly does: 'recall'; readonly data: string })
  | (Sets & { readonly does: 'draw'; readonly count: number; readonly seed: number; readonly out: string })
  | (Sets & { readonly does: 'fit'; readonly data: string; readonly out: string })
  | { readonly does: 'publish'; readonly judged: string; readonly out: string };

const OWN = 'bench/data/extraction';

export function readExtractionRequest(args: readonly string[]): ExtractionRequest {
  const { data, draw, publish, seed, out, ...flags } = valuesOf(args);
  const { locked, fit, recall } = flags;
  if (publish !== undefined) return { does: 'publish', judged: publish, out: requireOut(out) };
  if (data !== undefined) requireThere(data);
  const path = requireThere(`${OWN}/${locked ? 'locked' : 'dev'}.jsonl`);
  const sets = { path, data: locked ? undefined : data, isShort: flags.short, isWordsOnly: flags.words };
  if (recall && data !== undefined) return { does: 'recall', ...sets, data };
  if (recall) throw new Error(`--recall needs --data. Usage: ${USAGE}`);
  if (draw === undefined && !fit) return { does: 'measure', ...sets };
  if (locked) throw new Error(`--draw and --fit are not for --locked. Usage: ${USAGE}`);
  if (draw !== undefined)
    return {
      does: 'draw',
      ...sets,
      count: wholeNumber('--draw', draw),
      seed: wholeNumber('--seed', seed),
      out: requireOut(out),
    };
  if (data === undefined || flags.words) throw new Error(`--fit needs --data and the model. Usage: ${USAGE}`);
  return { does: 'fit', ...sets, data, out: requireOut(out) };
}

const valuesOf = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      short: { type: 'boolean', default: false },
      locked: { type: 'boolean', default: false },
      words: { type: 'boolean', default: false },
      fit: { type: 'boolean', default: false },
      recall: { type: 'boolean', default: false },
      publish: { type: 'string' },
      draw: { type: 'string' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
    },
  }).values;

function requireOut(out: string | undefined): string {
  if (out === undefined) throw new Error(`--out names the file to write. Usage: ${USAGE}`);
  return out;
}

function requireThere(path: string): string {
  if (!existsSync(path)) throw new Error(`There is no ${path}. Usage: ${USAGE}`);
  return path;
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number <= 0) throw new Error(`${option} is a whole number above 0. Usage: ${USAGE}`);
  return number;
}
