import { english } from './lexicon.en.ts';
import { listOf } from './lexicon.ts';

/** Each phrase that is one small word, with hyphens, and its tag. */
export const joinedTags: ReadonlyMap<string, string> = new Map(
  Object.entries(english.joined).flatMap(([tag, phrases]) =>
    listOf(phrases).map((phrase) => [hyphened(phrase), tag] as const),
  ),
);
const longestFirst = [...joinedTags.keys()].sort((a, b) => b.length - a.length);
const JOINED = new RegExp(
  `(?<![\\w-])(?:${longestFirst.map((word) => word.replaceAll('-', '[ -]')).join('|')})(?![\\w-])`,
  'giu',
);

function hyphened(phrase: string): string {
  return phrase.replaceAll(' ', '-');
}

/** A sentence or a frame in which such phrases are one word; no letter moves. */
export const withJoined = (text: string): string => text.replace(JOINED, hyphened);
