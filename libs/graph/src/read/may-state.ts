import { hasFrame, isInvertedOpening, type NounUses } from './frames.ts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { LABEL_MARK } from './match-frame.ts';
import { kindByNoun, nounOpenings, sensesByNoun, wordFormByText } from './word-forms.ts';
import type { Word } from './word.ts';

/** Number of words at the start of a sentence, or of a note in brackets, among which an inverted frame begins: `Also in charge of X is A`. */
const OPENING_WORDS = 6;
const NOUN_WORDS_MAX = 4;

const { fail, down, work, before } = english.gate;

/** Signs of a sentence, each with the words of which one must be in the sentence. */
const wordsBySign = {
  barred: wordsOf(before),
  condition: new Set(['when', 'whenever', 'if', 'once', 'while', 'unless', 'until']),
  failure: new Set([...wordsOf(fail), ...wordsOf(down), ...wordsOf(work), 'nothing']),
  helper: new Set(['be', 'have', 'do']),
  matter: wordsOf(english.matters),
  change: wordsOf(english.changes),
  possessive: new Set(["'", '’', "'s", '’s', 'mine', 'hers', 'his', 'ours', 'theirs']),
};
type Sign = keyof typeof wordsBySign;

const signsByWord: ReadonlyMap<string, readonly Sign[]> = new Map(
  [...new Set(Object.values(wordsBySign).flatMap((words) => [...words]))].map((word) => [
    word,
    (Object.keys(wordsBySign) as Sign[]).filter((sign) => wordsBySign[sign].has(word)),
  ]),
);

/**
 * Whether a sentence may state a relation, by its words alone, before they are tagged. Tagging and parsing cost ten times as much, and
 * a third of all sentences need neither: they have no noun of a role and no frame of their verbs. A sentence that is refused
 * here states nothing; one that is let through mostly states nothing either.
 */
export function mayState(words: readonly Word[]): boolean {
  const { vocabulary, signs } = signsIn(words);
  if (signs.has('barred') || (signs.has('condition') && signs.has('failure'))) return true;
  const nouns = nounUsesIn(words, signs);
  const hasMark = words.some(({ text }) => LABEL_MARK.test(text));
  if (nouns.role || (nouns.head && hasMark) || mayBeLine(words, { vocabulary, signs, hasMark })) return true;
  for (const lemma of vocabulary) if (hasFrame(lemma, vocabulary, nouns)) return true;
  return (hasMark || vocabulary.has('be')) && mayBeInverted(words, vocabulary);
}

interface Signs {
  /** The words and lemmas of a sentence, as `Sentence.vocabulary` has them once the words are tagged; `'s` may be `is` or `has`. */
  readonly vocabulary: ReadonlySet<string>;
  readonly signs: ReadonlySet<Sign>;
}

function signsIn(words: readonly Word[]): Signs {
  const vocabulary = new Set(['of']);
  for (const { lower } of words) {
    vocabulary.add(lower);
    const known = wordFormByText.get(lower);
    if (known) vocabulary.add(known.lemma);
    if (lower === "'s" || lower === '’s') vocabulary.add('be').add('have');
  }
  const signs = new Set<Sign>();
  for (const word of vocabulary) for (const sign of signsByWord.get(word) ?? []) signs.add(sign);
  return { vocabulary, signs };
}

/** Finds what the nouns of a sentence can fill in a frame. */
function nounUsesIn(words: readonly Word[], signs: ReadonlySet<Sign>): NounUses {
  const [possessive, matter, change] = [signs.has('possessive'), signs.has('matter'), signs.has('change')];
  const uses = { role: false, head: false, possessive, matter, change };
  for (let at = 0; at < words.length; at++) {
    let noun = words[at]!.lower;
    if (!nounOpenings.has(noun)) continue;
    for (let to = at + 1; ; to++) {
      for (const { use } of sensesByNoun.get(noun) ?? []) uses[use === 'head' ? 'head' : 'role'] = true;
      if (to === words.length || to - at === NOUN_WORDS_MAX) break;
      noun += ` ${words[to]!.lower}`;
    }
  }
  return uses;
}

const PATH_OR_ARROW = /\/|\.\p{L}|[=→]|->/u;

/** Whether a sentence without a verb may state something by its form: `docs/x.md by A`, `X = A`, `/kiosk/** @acme/kiosk`. */
function mayBeLine(
  words: readonly Word[],
  { vocabulary, signs, hasMark }: Signs & { readonly hasMark: boolean },
): boolean {
  if (vocabulary.has('by') && (vocabulary.has('(') || !signs.has('helper'))) return true;
  if (!hasMark) return words.some(({ text }) => text.includes('@'));
  return (
    signs.has('matter') ||
    words.some(({ lower }) => lower.includes('@') || PATH_OR_ARROW.test(lower) || kindByNoun.has(lower))
  );
}

/** Whether the sentence or a note in brackets may begin with an inverted frame: `At the helm of X: A`. */
function mayBeInverted(words: readonly Word[], vocabulary: ReadonlySet<string>): boolean {
  let start = 0;
  return words.some(({ lower, text }, at) => {
    if (text === '(') start = at + 1;
    if (at - start >= OPENING_WORDS) return false;
    const lemma = wordFormByText.get(lower)?.lemma ?? lower;
    return isInvertedOpening(lower, vocabulary) || (lemma !== lower && isInvertedOpening(lemma, vocabulary));
  });
}
