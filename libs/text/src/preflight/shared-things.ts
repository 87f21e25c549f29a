import type { Action } from './action.ts';
import { environmentsIn, isVerb, stemsOf } from './lexicon.ts';
import { LIKENESS_MIN } from './judge.ts';

/** Stems of words that name a form or a place of files, or the newest of anything, and so no thing. */
const PLACES = new Set(
  stemsOf(
    'src lib var etc usr bin opt home tmp app apps main index file folder path yaml json toml txt md sh ts js py latest new',
  ),
);

/** Characters of a text that are searched for things. */
const READ_CHARS_MAX = 4_000;

/** Minimum similarity of a decision that names only one thing of an action. */
const LIKENESS_OF_ONE_THING = 0.25;

/** The stems of the things that an action names: programs, objects, services. Verbs and environments are none. */
export function thingsOf({ stems, environments }: Action): ReadonlySet<string> {
  const named = new Set(stemsOf([...environments].join(' ')));
  const isThing = (one: string) =>
    !PLACES.has(one) && !isVerb(one) && !named.has(one) && environmentsIn(one).length === 0;
  return new Set([...stems].filter(isThing));
}

interface Candidate {
  readonly category: string;
  readonly title: string;
  readonly content: string;
}

/**
 * Returns the similarity from which a memory that no norm or trigger matches leads to a caution. A rule or a lesson may
 * apply in other words. A decision must name two things of the action, or one and be near, since two texts of one trade
 * are similar and may have nothing to do with each other.
 */
export function likenessMinOf({ category, title, content }: Candidate, things: ReadonlySet<string>): number {
  if (category !== 'decision' || things.size === 0) return LIKENESS_MIN;
  const shared = stemsOf(`${title}. ${content}`.slice(0, READ_CHARS_MAX)).filter((one) => things.has(one)).length;
  if (shared === 0) return Infinity;
  return shared === 1 ? LIKENESS_OF_ONE_THING : LIKENESS_MIN;
}
