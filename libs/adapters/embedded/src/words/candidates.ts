import { LENGTH_CODES } from './bm25.ts';

/**
 * Documents found on lists, each with the most it can score. Sequence numbers are dense, so the bounds stand in one array
 * that is kept between searches: a thread searches once at a time, and clears it after.
 */
export class Candidates {
  private readonly found: number[] = [];
  private most = 0;

  /** Adds the documents of a list; what one gains depends on its length code alone. */
  add(postings: Postings, { weight, saturations }: Gains): void {
    for (let at = 0; at < postings.length; at++) {
      const seq = postings[at] as number;
      const place = Math.floor(seq / LENGTH_CODES);
      this.gain(seq, place, weight * (saturations[seq - place * LENGTH_CODES] as number));
    }
  }

  /** About the bound of the candidate at this place, counted from the best; 0 if there are fewer. */
  boundOf(place: number): number {
    const counts = this.countsByBin();
    let count = 0;
    for (let bin = BINS - 1; bin >= 0; bin--) {
      count += counts[bin] as number;
      if (count >= place) return (bin * this.most) / BINS;
    }
    return 0;
  }

  /** About how many have at least this bound. */
  countFrom(bound: number): number {
    const counts = this.countsByBin();
    let count = 0;
    for (let bin = BINS - 1; bin >= this.binOf(bound); bin--) count += counts[bin] as number;
    return count;
  }

  /** All in the order of their bounds, in batches of at least so many, each with its greatest bound. */
  *descending(batch: number): Generator<{ seqs: number[]; bound: number }> {
    const ends = this.countsByBin();
    for (let bin = 1; bin < BINS; bin++) ends[bin] = (ends[bin] as number) + (ends[bin - 1] as number);
    const sorted = this.sortedByBin(ends.slice());
    let end = sorted.length;
    for (let bin = BINS - 1; bin >= 0; bin--) {
      const start = bin === 0 ? 0 : (ends[bin - 1] as number);
      if (end - start < batch && bin > 0) continue;
      yield* inBatches(sorted.subarray(start, end), batch);
      end = start;
    }
  }

  clear(): void {
    for (const seq of this.found.splice(0)) bounds[placeOf(seq)] = 0;
  }

  private gain(seq: number, place: number, gain: number): void {
    if (place >= bounds.length) bounds = grown(bounds, place);
    const before = bounds[place] as number;
    if (before === 0) this.found.push(seq);
    bounds[place] = before + gain;
    if (before + gain > this.most) this.most = before + gain;
  }

  private binOf(bound: number): number {
    return Math.max(0, Math.min(BINS - 1, Math.floor((bound * BINS) / this.most)));
  }

  private countsByBin(): Int32Array {
    const counts = new Int32Array(BINS);
    for (const seq of this.found) {
      const bin = this.binOf(bounds[placeOf(seq)] as number);
      counts[bin] = (counts[bin] as number) + 1;
    }
    return counts;
  }

  private sortedByBin(ends: Int32Array): Float64Array {
    const sorted = new Float64Array(this.found.length);
    for (const seq of this.found) {
      const bin = this.binOf(bounds[placeOf(seq)] as number);
      ends[bin] = (ends[bin] as number) - 1;
      sorted[ends[bin] as number] = seq;
    }
    return sorted;
  }
}

/** Sequence numbers of documents. */
export type Postings = Float64Array;

/** Sequence numbers written with a comma after each but the last. */
export function postingsFrom(list: string): Postings {
  const { length } = list;
  const postings = new Float64Array(numbersIn(list));
  for (let at = 0, place = 0; at < length; at++, place++) {
    let seq = 0;
    for (; at < length && list.charCodeAt(at) !== COMMA; at++) seq = seq * 10 + list.charCodeAt(at) - ZERO;
    postings[place] = seq;
  }
  return postings;
}

function numbersIn(list: string): number {
  if (list === '') return 0;
  let numbers = 1;
  for (let at = list.indexOf(','); at >= 0; at = list.indexOf(',', at + 1)) numbers++;
  return numbers;
}

/** What the documents of a list gain: a weight, by the saturation of their length code. */
export interface Gains {
  readonly weight: number;
  readonly saturations: Float64Array;
}

const BINS = 1024;
const ZERO = '0'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);

const placeOf = (seq: number): number => Math.floor(seq / LENGTH_CODES);
const boundOf = (seq: number): number => bounds[placeOf(seq)] as number;

function* inBatches(seqs: Float64Array, batch: number): Generator<{ seqs: number[]; bound: number }> {
  const ordered = [...seqs].sort((a, b) => boundOf(b) - boundOf(a));
  for (let at = 0; at < ordered.length; at += batch) {
    yield { seqs: ordered.slice(at, at + batch), bound: boundOf(ordered[at] as number) };
  }
}

let bounds = new Float64Array(1024);

function grown(old: Float64Array, place: number): typeof bounds {
  const larger = new Float64Array(2 ** Math.ceil(Math.log2(place + 2)));
  larger.set(old);
  return larger;
}
