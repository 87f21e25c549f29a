import { isAgent, isPersonal, isTeam } from './ends.ts';
import type { Item, Phrases, VerbGroup } from './item.ts';
import type { Phrase } from './phrase.ts';
import { phraseAt } from './phrases.ts';
import type { Word } from './word.ts';

/** The view of a sentence by which its pronouns are resolved. Each `at` is the index of an item. */
interface SentenceView {
  readonly words: readonly Word[];
  readonly items: readonly Item[];
  isAt(at: number, is: Item['is'], pattern?: RegExp): boolean;
  isMark(at: number, pattern: RegExp): boolean;
  phrasesAt(at: number): Phrases | undefined;
  verbAt(at: number): VerbGroup | undefined;
  skipAdverbs(at: number): number;
  findLastBefore(before: number, isWanted: (item: Item) => boolean): number;
  subjectOf(verbAt: number): number | undefined;
  resolveAll(phrases: readonly Phrase[]): readonly Phrase[];
}

/** Finds the phrases on the opposite side of a form of `be`: A in `A is the person who ...`. */
export function findCopulaSubjects(sentence: SentenceView, at: number, behind: number): readonly Phrase[] {
  const isLink = (item: Item) => item.is === 'verb' && item.lemma === 'be' && !item.isNegated;
  const before = sentence.findLastBefore(at, isLink);
  const link = before < 0 ? sentence.items.findIndex(isLink) : before;
  if (link < 0) return [];
  const other =
    sentence.skipAdverbs(link + 1) === at
      ? sentence.subjectOf(link)
      : link >= behind
        ? sentence.skipAdverbs(link + 1)
        : undefined;
  return other === undefined || other < 0 || other === at
    ? []
    : sentence.resolveAll(sentence.phrasesAt(other)?.all ?? []);
}

/** Resolves a pronoun within its own sentence. */
export function resolveInside(sentence: SentenceView, phrase: Phrase): Phrase | undefined {
  const { pronoun } = phrase;
  if (pronoun === undefined) return undefined;
  return resolveWe(sentence, pronoun) ?? resolveFromEarlier(sentence, pronoun, placeOf(sentence, phrase));
}

function placeOf(sentence: SentenceView, phrase: Phrase): number {
  return Math.max(
    0,
    sentence.items.findIndex(
      (item) => item.is === 'phrases' && item.all.some((one) => one === phrase || one.owner === phrase),
    ),
  );
}

/** Resolves `we` to the team that the sentence names: `we, the X team, own`, `we in X own`. */
function resolveWe(sentence: SentenceView, pronoun: string): Phrase | undefined {
  if (!/^(?:we|us|our|ours)$/u.test(pronoun)) return undefined;
  const note = sentence.words.findIndex(
    ({ lower }, index) => lower === 'we' && sentence.words[index + 1]?.text === '(',
  );
  const noted = note < 0 ? undefined : phraseAt(sentence.words, note + 2)?.phrase;
  if (noted?.isNamed) return noted;
  const at = sentence.items.findIndex((item) => item.is === 'phrases' && item.all[0]!.pronoun === 'we');
  const isApposed =
    sentence.isMark(at + 1, /^[,(–—-]$/u) || sentence.isAt(at + 1, 'preposition', /^(?:in|at|from|of)$/u);
  const team = at < 0 || !isApposed ? undefined : sentence.phrasesAt(at + 2)?.all[0];
  return team && (isTeam(team) || (team.isNamed && isAgent(team))) ? team : undefined;
}

/** Resolves a pronoun to an earlier phrase of its sentence. */
function resolveFromEarlier(sentence: SentenceView, pronoun: string, at: number): Phrase | undefined {
  if (!/^(?:it|that|they|them|he|she|him|hers?|its|theirs?|his)$/u.test(pronoun)) return undefined;
  // If `it` is the object of a verb, the subject of this verb is a different thing.
  const isObject = !/^(?:its|hers?|his|theirs?)$/u.test(pronoun) && !sentence.verbAt(sentence.skipAdverbs(at + 1));
  const verb = isObject ? sentence.findLastBefore(at, ({ is }) => is === 'verb') : -1;
  const own = verb < 0 ? undefined : sentence.subjectOf(verb);
  const before = sentence.items
    .slice(0, at)
    .flatMap((item, index) => (item.is === 'phrases' && index !== own ? item.all : []))
    .reverse();
  return chooseReferent(
    pronoun,
    before.filter((phrase) => phrase.pronoun === undefined),
  );
}

/**
 * Chooses the referent of a pronoun among the phrases before it, which are listed nearest first: the subject of the sentence, or else the
 * nearest named phrase.
 */
function chooseReferent(pronoun: string, before: readonly Phrase[]): Phrase | undefined {
  const isThing = /^(?:its?|that)$/u.test(pronoun);
  const isMeant = isThing ? isLifeless : pronoun.startsWith('the') ? isAgent : isPersonal;
  const all = before.filter(isMeant);
  const subject = before.at(-1) === all.at(-1) ? all.at(-1) : undefined;
  const isSubject = subject && (subject.isNamed || (isThing && subject.article === 'definite'));
  if (isMeant === isAgent) return all.find(isTeam) ?? all.find(({ isNamed }) => isNamed);
  const nearest = all.find(({ isNamed }) => isNamed) ?? all.find(({ article }) => article === 'definite');
  return (isSubject ? subject : nearest) ?? (isThing ? before.find(isTeam) : undefined);
}

const isLifeless = (phrase: Phrase): boolean => !isTeam(phrase) && !isPersonal(phrase);
