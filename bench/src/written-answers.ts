import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Found } from './judgement.ts';

const Line = z.object({ id: z.string(), ids: z.array(z.string()) });
const Results = z.object({ part: z.string() });

/** One view of one set, which names a file of answers. */
export interface Place {
  readonly set: string;
  readonly view: string;
}

export const placeName = ({ set, view }: Place): string => `${set} ${view}`;

const fileOf = ({ set, view }: Place): string => `${set}.${view}.jsonl`;

export const writeAnswers = (out: string, place: Place, answers: readonly Found[]): void =>
  writeLines(out, place, answers);

export function writeLines(out: string, place: Place, lines: readonly object[]): void {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, fileOf(place)), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

export function writeJson(out: string, name: string, value: unknown): void {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, name), JSON.stringify(value, null, 2));
}

/** Answers that an earlier run wrote with `--out`. */
export class WrittenAnswers {
  readonly places: readonly Place[];
  private readonly folder: string;

  /** Opens the folder of a run or its results.json; throws for a run over another part, which cannot be compared. */
  constructor(path: string, part: string) {
    if (!existsSync(path)) throw new Error(`there is no earlier run at ${path}`);
    this.folder = statSync(path).isDirectory() ? path : dirname(path);
    this.places = readdirSync(this.folder).flatMap(placeOf);
    if (this.places.length === 0) throw new Error(`no answers of an earlier run lie in ${this.folder}: give its --out`);
    const results = join(this.folder, 'results.json');
    const other = existsSync(results) ? Results.parse(JSON.parse(readFileSync(results, 'utf8'))).part : part;
    if (other !== part) throw new Error(`${this.folder} holds answers over the part ${other}, not ${part}`);
  }

  /** Answers of the run; undefined if it lacks this set and view. */
  find(place: Place): Found[] | undefined {
    const path = join(this.folder, fileOf(place));
    if (!existsSync(path)) return undefined;
    const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => Line.parse(JSON.parse(line)));
  }
}

function placeOf(file: string): Place[] {
  const [, set, view] = /^([^.]+)\.([^.]+)\.jsonl$/.exec(file) ?? [];
  return set !== undefined && view !== undefined ? [{ set, view }] : [];
}
