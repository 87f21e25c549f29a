import { LENGTH_CODES } from './length-codes.ts';

/** Document that was found, with the upper bound of its score. */
export interface Candidate {
  readonly seq: number;
  readonly bound: number;
}

/**
 * Documents that were found on lists, each with the upper bound of its score. Documents are numbered without gaps, so
 * their data is in arrays. The arrays are reused: a thread runs one search at a time and clears the arrays after the
 * search.
 */
export class Candidates {
  private found = new Uint32Array(1024);
  private count = 0;
  private most = 0;

  /** Adds the documents of a list. The gain of each document depends only on its length code. */
  add(postings: Postings, { weight, saturations }: ScoreGains): void {
    this.reserve(postings);
    const { places, codes } = postings;
    const { bounds, codeOf } = table;
    const { found } = this;
    for (let at = 0; at < places.length; at++) {
      const place = places[at] as number;
      const code = codes[at] as number;
      const before = bounds[place] as number;
      const after = before + weight * (saturations[code] as number);
      if (before === 0) {
        found[this.count++] = place;
        codeOf[place] = code;
      }
      bounds[place] = after;
      if (after > this.most) this.most = after;
    }
  }

  /**
   * Yields all candidates by descending bound, in batches of at least `batch` candidates. Each batch is given with its
   * greatest bound.
   */
  *descending(batch: number): Generator<{ candidates: Candidate[]; bound: number }> {
    const ends = this.countsByBin();
    for (let bin = 1; bin < HISTOGRAM_BINS; bin++) ends[bin] = (ends[bin] as number) + (ends[bin - 1] as number);
    const sorted = this.sortedByBin(ends.slice());
    let end = sorted.length;
    for (let bin = HISTOGRAM_BINS - 1; bin >= 0; bin--) {
      const start = bin === 0 ? 0 : (ends[bin - 1] as number);
      if (end - start < batch && bin > 0) continue;
      yield* splitIntoBatches([...sorted.subarray(start, end)].map(candidateAt), batch);
      end = start;
    }
  }

  clear(): void {
    for (let at = 0; at < this.count; at++) table.bounds[this.found[at] as number] = 0;
    this.count = 0;
  }

  private reserve({ places, greatest }: Postings): void {
    if (this.count + places.length > this.found.length) {
      this.found = copyInto(this.found, new Uint32Array(2 * (this.count + places.length)));
    }
    if (greatest >= table.bounds.length) table = growTable(table, 2 * greatest);
  }

  private binOf(bound: number): number {
    return Math.max(0, Math.min(HISTOGRAM_BINS - 1, Math.floor((bound * HISTOGRAM_BINS) / this.most)));
  }

  private countsByBin(): Int32Array {
    const { bounds } = table;
    const counts = new Int32Array(HISTOGRAM_BINS);
    for (let at = 0; at < this.count; at++) {
      const bin = this.binOf(bounds[this.found[at] as number] as number);
      counts[bin] = (counts[bin] as number) + 1;
    }
    return counts;
  }

  private sortedByBin(ends: Int32Array): Uint32Array {
    const { bounds } = table;
    const sorted = new Uint32Array(this.count);
    for (let at = 0; at < this.count; at++) {
      const place = this.found[at] as number;
      const bin = this.binOf(bounds[place] as number);
      ends[bin] = (ends[bin] as number) - 1;
      sorted[ends[bin] as number] = place;
    }
    return sorted;
  }
}

/** Documents of a list. Their places (in the order of arrival) and length codes are decoded from their sequence numbers. */
export interface Postings {
  readonly places: Uint32Array;
  readonly codes: Uint8Array;
  /** Greatest of the places. */
  readonly greatest: number;
}

export const bytesOf = ({ places, codes }: Postings): number => places.byteLength + codes.byteLength;

/** Parses sequence numbers separated by commas. */
export function postingsFrom(list: string): Postings {
  const { length } = list;
  const count = numbersIn(list);
  const [places, codes] = [new Uint32Array(count), new Uint8Array(count)];
  let greatest = 0;
  for (let at = 0, index = 0; at < length; at++, index++) {
    let seq = 0;
    for (; at < length && list.charCodeAt(at) !== COMMA; at++) seq = seq * 10 + list.charCodeAt(at) - ZERO;
    const place = Math.floor(seq / LENGTH_CODES);
    places[index] = place;
    codes[index] = seq - place * LENGTH_CODES;
    if (place > greatest) greatest = place;
  }
  return { places, codes, greatest };
}

function numbersIn(list: string): number {
  if (list === '') return 0;
  let numbers = 1;
  for (let at = list.indexOf(','); at >= 0; at = list.indexOf(',', at + 1)) numbers++;
  return numbers;
}

/** Gains of a list's documents: `weight` times the saturation for the document's length code. */
export interface ScoreGains {
  readonly weight: number;
  readonly saturations: Float64Array;
}

const HISTOGRAM_BINS = 1024;
const ZERO = '0'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);

function candidateAt(place: number): Candidate {
  const { bounds, codeOf } = table;
  const seq = place * LENGTH_CODES + (codeOf[place] as number);
  return { seq, bound: bounds[place] as number };
}

const compareByBound = (a: Candidate, b: Candidate): number => b.bound - a.bound;

function* splitIntoBatches(
  all: readonly Candidate[],
  batch: number,
): Generator<{ candidates: Candidate[]; bound: number }> {
  const ordered = all.toSorted(compareByBound);
  for (let at = 0; at < ordered.length; at += batch) {
    yield { candidates: ordered.slice(at, at + batch), bound: (ordered[at] as Candidate).bound };
  }
}

const tableOf = (size: number) => ({
  bounds: new Float64Array(size),
  codeOf: new Uint8Array(size),
});

/** Data of the documents by place. Where the bound is 0, the remaining fields are undefined. */
let table = tableOf(1024);

function growTable({ bounds, codeOf }: typeof table, size: number): typeof table {
  const larger = tableOf(size);
  return {
    bounds: copyInto(bounds, larger.bounds),
    codeOf: copyInto(codeOf, larger.codeOf),
  };
}

function copyInto<Numbers extends Float64Array | Uint32Array | Uint8Array>(old: Numbers, larger: Numbers): Numbers {
  larger.set(old);
  return larger;
}
