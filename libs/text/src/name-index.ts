import { comparedWords, isLongEnoughToCompare, nameKey, wordsInName } from './names.ts';
import { needsSegments } from './scripts.ts';
import { similarity } from './similarity.ts';

/** A word that so many have in their names tells nobody apart. */
const SHARED_MAX = 200;
/** Comparisons of spelling for one text, nearest lengths first. */
const COMPARED_MAX = 4_000;
const COMPARED_A_WORD = 400;

/** Finds those of very many names that a text may hold, by its words: what it does not find, `readNames` would not either. */
export class NameIndex {
  private readonly names: string[] = [];
  private readonly byWord = new Map<string, number[]>();
  private readonly byKey = new Map<string, number[]>();
  private readonly byStart = new Map<string, number[]>();
  private readonly wordsByShape = new Map<string, Set<string>>();

  add(name: string): void {
    const place = this.names.push(name) - 1;
    for (const word of new Set(wordsInName(name))) {
      push(this.byWord, word, place);
      if (isLongEnoughToCompare(word)) this.addShape(word);
    }
    push(this.byKey, nameKey(name), place);
    if (needsSegments(name)) push(this.byStart, startAt(name, 0), place);
  }

  private addShape(word: string): void {
    const shape = shapeOf(word, word.length);
    this.wordsByShape.set(shape, (this.wordsByShape.get(shape) ?? new Set()).add(word));
  }

  /** In the order in which they were added. */
  in(text: string): string[] {
    const words = [...new Set(wordsInName(text))];
    const places = [
      ...words.flatMap((word) => this.withWord(word)),
      ...this.unspacedIn(text),
      ...this.alike(comparedWords(text)).flatMap((word) => this.withWord(word)),
    ];
    return this.namesAt(places);
  }

  /** Names that equal this one in any spelling, or contain it as a word. */
  like(name: string): string[] {
    const key = nameKey(name);
    return key === '' ? [] : this.namesAt([...(this.byKey.get(key) ?? []), ...this.withWord(key)]);
  }

  private withWord(word: string): number[] {
    return (this.byWord.get(word) ?? []).slice(0, SHARED_MAX);
  }

  private namesAt(places: readonly number[]): string[] {
    return [...new Set(places)].sort((a, b) => a - b).map((place) => this.names[place] as string);
  }

  private unspacedIn(text: string): number[] {
    if (this.byStart.size === 0) return [];
    const starts = new Set(Array.from(text, (_, at) => at).map((at) => startAt(text, at)));
    const places = [...starts].flatMap((start) => this.byStart.get(start) ?? []);
    return places.filter((place) => text.includes(this.names[place] as string));
  }

  /** Words of names that are most like those of a text, which are no names themselves. */
  private alike(words: readonly string[]): string[] {
    let left = COMPARED_MAX;
    return words.flatMap((word) => {
      if (this.byWord.has(word)) return [];
      const near = this.nearIn(word).slice(0, Math.min(left, COMPARED_A_WORD));
      left -= near.length;
      const ratios = near.map((other) => similarity(word, other));
      const best = Math.max(...ratios, 0);
      return near.filter((_, at) => ratios[at] === best);
    });
  }

  private nearIn(word: string): string[] {
    // Words of which one is by two thirds longer share too few letters.
    const most = Math.floor((2 * word.length) / 3);
    const apart = Array.from({ length: 2 * most + 1 }, (_, at) => (at % 2 === 0 ? at / 2 : -(at + 1) / 2));
    return apart.flatMap((by) => [...(this.wordsByShape.get(shapeOf(word, word.length + by)) ?? [])]);
  }
}

const shapeOf = (word: string, length: number): string => `${word[0]}${length}`;
const startAt = (text: string, at: number): string => text.slice(at, at + 2);

function push(map: Map<string, number[]>, key: string, place: number): void {
  const places = map.get(key);
  if (places) places.push(place);
  else map.set(key, [place]);
}
