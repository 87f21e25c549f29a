import { canBeEnds, isHumanName, isTeam } from './ends.ts';
import { isAsserted } from './gate.ts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import type { StatedRelation } from './pairs.ts';
import type { Phrase } from './phrase.ts';
import { TOPIC_POSITION, type Sentence } from './sentence.ts';
import type { Word } from './word.ts';

/** The relations that the item at an index of a sentence states. */
interface StatedAt {
  readonly at: number;
  readonly relations: readonly StatedRelation[];
}

/** Relation types of which a thing has one holder at a time as a rule, so that a next holder ends the one before. */
const heldTypes: ReadonlySet<string> = new Set(['owns', 'maintains', 'approves', 'leads', 'chairs', 'assigned_to']);
const [nowWords, earlierWords] = [wordsOf(english.gate.now), new Set([...wordsOf(english.gate.formerly), 'before'])];
const ALSO = / (?:also|too|as-well|both|still) /u;

/** Whether a sentence may name the next or the former holder of what the sentence before it states: `Now it is A.` */
export const mayBeSuccession = (words: readonly Word[]): boolean =>
  words.some(({ lower }) => nowWords.has(lower) || earlierWords.has(lower));

/**
 * Reads the holder before or after the one that is stated, from a clause that leaves out the relation: `X belonged to A; now it is B`, `A owns
 * X, before that it was B`. Ends a past relation whose thing has another holder now: `X was owned by A, but now B owns it`.
 */
export function readSuccessions(
  sentence: Sentence,
  stated: readonly StatedAt[],
  before: readonly StatedRelation[],
): StatedRelation[] {
  const said = stated.flatMap(({ at, relations }) =>
    relations.map((one) => (isReplaced(sentence, stated, { at, one }) ? { ...one, says: 'ends' as const } : one)),
  );
  const elliptic = sentence.items.flatMap((_, at) => {
    const earlier = stated.filter((one) => one.at < at);
    const isStating = stated.some((one) => one.at === at && one.relations.length > 0);
    return isStating ? [] : readHolder(sentence, at, earlier.length > 0 ? said : before);
  });
  return [...said, ...elliptic];
}

function isReplaced(
  sentence: Sentence,
  stated: readonly StatedAt[],
  { at, one }: { readonly at: number; readonly one: StatedRelation },
): boolean {
  const verb = sentence.verbAt(at);
  const isPast =
    verb !== undefined && (verb.word.form === 'past' || verb.adverbs.has('was') || verb.adverbs.has('were'));
  if (!isPast || one.says !== 'holds' || !heldTypes.has(one.type) || ALSO.test(sentence.text)) return false;
  return stated.some(
    (next) =>
      next.at > at &&
      clauseWords(sentence, next.at).some((word) => nowWords.has(word)) &&
      next.relations.some(
        ({ says, type, to, from }) =>
          says === 'holds' && type === one.type && to.name === one.to.name && from.name !== one.from.name,
      ),
  );
}

/** Reads `it is B`, `B is` or `B does` as the holder of the relation that was stated last. */
function readHolder(sentence: Sentence, at: number, stated: readonly StatedRelation[]): StatedRelation[] {
  const [last] = stated.slice(-1);
  const says = polarityOf(sentence, at);
  if (!last || !says || last.says === says || last.says === 'denies' || !heldTypes.has(last.type)) return [];
  const isOne = stated.every(({ type, to }) => type === last.type && to.name === last.to.name);
  const holders = isOne ? holdersAt(sentence, at) : [];
  const known = stated.map(({ from }) => from.name);
  return holders.flatMap((from): StatedRelation[] => {
    const relation = english.relations.find(({ type }) => type === last.type);
    const fits = relation && canBeEnds(relation, { from, to: last.to }) && !known.includes(from.name);
    return fits ? [{ type: last.type, from, to: last.to, says }] : [];
  });
}

/** Whether the clause says who holds the relation now (`holds`) or who held it before (`ends`). */
function polarityOf(sentence: Sentence, at: number): 'holds' | 'ends' | undefined {
  const verb = sentence.verbAt(at);
  if (!verb || !/^(?:be|do)$/u.test(verb.lemma) || verb.isNegated || verb.modal !== undefined || verb.isPassive)
    return undefined;
  const subjectAt = sentence.subjectOf(at);
  if (subjectAt === undefined || subjectAt === TOPIC_POSITION || !isAsserted(sentence, at, subjectAt)) return undefined;
  const words = clauseWords(sentence, at);
  if (verb.word.form === 'past') return words.some((word) => earlierWords.has(word)) ? 'ends' : undefined;
  return words.some((word) => nowWords.has(word)) && !ALSO.test(sentence.text) ? 'holds' : undefined;
}

/** The words of the clause around an item, in lower case. */
function clauseWords({ words, items }: Sentence, at: number): string[] {
  const item = items[at]!;
  const inside = item.is === 'verb' ? item.word : item.is === 'phrases' ? item.all[0]!.words[0]! : undefined;
  const place = words.findIndex((word) => word === inside);
  const from = words.findLastIndex(({ tag }, index) => index < place && tag === 'PUNCT') + 1;
  const to = words.findIndex(({ tag }, index) => index > place && tag === 'PUNCT');
  return words.slice(from, to < 0 ? undefined : to).map(({ lower }) => lower);
}

function holdersAt(sentence: Sentence, at: number): readonly Phrase[] {
  const subject = sentence.phrasesAt(sentence.skipAdverbs(at - 1, -1))?.all ?? [];
  const next = sentence.skipAdverbs(at + 1);
  const isBehindIt = subject.length === 1 && subject[0]!.pronoun === 'it';
  const named = isBehindIt && sentence.verbAt(at)!.lemma === 'be' ? sentence.phrasesAt(next) : undefined;
  const holders = named?.all ?? (isBehindIt ? [] : subject);
  const isEnd = isEndAt(sentence, named ? sentence.skipAdverbs(next + 1) : next);
  return isEnd && holders.every((phrase) => isHumanName(phrase) || isTeam(phrase)) ? holders : [];
}

/** Whether a clause ends at an item, but for the time since or until which it holds. */
const isEndAt = (sentence: Sentence, at: number): boolean =>
  sentence.items[at] === undefined ||
  sentence.isAt(at, 'mark', /^[.,;!)]$/u) ||
  sentence.isAt(at, 'preposition', /^(?:before|since|until)$/u);
