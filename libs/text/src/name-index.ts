import { wordsForNames, isLongEnoughToCompare, nameKey, wordsInName } from './names.ts';
import { needsSegments } from './scripts.ts';
import { similarityOf } from './similarity.ts';

/** The maximum number of names that one word finds. A word in more names does not distinguish people. */
const NAMES_PER_WORD_MAX = 200;
/**
 * The maximum number of spelling comparisons for one text, and for one word of the text. Words of similar length are
 * compared first.
 */
const COMPARISONS_PER_TEXT_MAX = 4_000;
const COMPARISONS_PER_WORD_MAX = 400;

/**
 * Narrows a large set of names to those that a text may contain, by the words of the text. Includes every name that
 * `readNames` would find.
 */
export class NameIndex {
  private readonly names: string[] = [];
  private readonly placesByWord = new Map<string, number[]>();
  private readonly placesByKey = new Map<string, number[]>();
  private readonly placesByStart = new Map<string, number[]>();
  private readonly wordsByShape = new Map<string, Set<string>>();

  add(name: string): void {
    const place = this.names.push(name) - 1;
    for (const word of new Set(wordsInName(name))) {
      addPlace(this.placesByWord, word, place);
      if (isLongEnoughToCompare(word)) this.addShape(word);
    }
    addPlace(this.placesByKey, nameKey(name), place);
    if (needsSegments(name)) addPlace(this.placesByStart, startAt(name, 0), place);
  }

  private addShape(word: string): void {
    const shape = shapeOf(word, word.length);
    this.wordsByShape.set(shape, (this.wordsByShape.get(shape) ?? new Set()).add(word));
  }

  /** Selects the names that the text may contain, in the order in which they were added. */
  in(text: string): string[] {
    const words = [...new Set(wordsInName(text))];
    const places = [
      ...words.flatMap((word) => this.placesOfWord(word)),
      ...this.findUnspaced(text),
      ...this.findAlikeWords(wordsForNames(text)).flatMap((word) => this.placesOfWord(word)),
    ];
    return this.namesAt(places);
  }

  /** Finds the names that have the same key as `name`, or contain this key as a word. */
  like(name: string): string[] {
    const key = nameKey(name);
    return key === '' ? [] : this.namesAt([...(this.placesByKey.get(key) ?? []), ...this.placesOfWord(key)]);
  }

  private placesOfWord(word: string): number[] {
    return (this.placesByWord.get(word) ?? []).slice(0, NAMES_PER_WORD_MAX);
  }

  private namesAt(places: readonly number[]): string[] {
    return [...new Set(places)].sort((a, b) => a - b).map((place) => this.names[place] as string);
  }

  private findUnspaced(text: string): number[] {
    if (this.placesByStart.size === 0) return [];
    const starts = new Set(Array.from(text, (_, at) => at).map((at) => startAt(text, at)));
    const places = [...starts].flatMap((start) => this.placesByStart.get(start) ?? []);
    return places.filter((place) => text.includes(this.names[place] as string));
  }

  /** For words of a text that occur in no name, finds the words of names with the most similar spelling. */
  private findAlikeWords(words: readonly string[]): string[] {
    let left = COMPARISONS_PER_TEXT_MAX;
    return words.flatMap((word) => {
      if (this.placesByWord.has(word)) return [];
      const near = this.findWordsOfNearLength(word).slice(0, Math.min(left, COMPARISONS_PER_WORD_MAX));
      left -= near.length;
      const ratios = near.map((other) => similarityOf(word, other));
      const best = Math.max(...ratios, 0);
      return near.filter((_, at) => ratios[at] === best);
    });
  }

  private findWordsOfNearLength(word: string): string[] {
    // Two words share too few letters if one word is more than two thirds longer than the other word.
    const most = Math.floor((2 * word.length) / 3);
    const apart = Array.from({ length: 2 * most + 1 }, (_, at) => (at % 2 === 0 ? at / 2 : -(at + 1) / 2));
    return apart.flatMap((by) => [...(this.wordsByShape.get(shapeOf(word, word.length + by)) ?? [])]);
  }
}

const shapeOf = (word: string, length: number): string => `${word[0]}${length}`;
const startAt = (text: string, at: number): string => text.slice(at, at + 2);

function addPlace(map: Map<string, number[]>, key: string, place: number): void {
  const places = map.get(key);
  if (places) places.push(place);
  else map.set(key, [place]);
}
