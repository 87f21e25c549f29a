import { english } from './lexicon.en.ts';
import { listOf, type RelationWords } from './lexicon.ts';
import { joinPhrases } from './word.ts';
import { wordFormByText } from './word-forms.ts';

/**
 * A place in a frame for a phrase. `F` and `T` stand for the `from` and `to` ends of the relation, `B` and `C` for the
 * former `F` and `T`, `P` for `F` as a possessive, `Q` for questions, bugs or alerts about `T`, `E` for edits and pull
 * requests of `T`, `R` for a phrase with a role (`owner`), `H` for a phrase with a holding (`ownership`), `_` for
 * anybody, `…` for anything.
 */
export type Slot = 'P' | 'Q' | 'E' | 'F' | 'T' | 'C' | 'B' | 'R' | 'H' | '_' | '…';
export type Element = { readonly slot: Slot } | { readonly word: string };

/** A pattern of a verb and the phrases around it that states a relation. */
export interface Frame {
  /** The relation that the frame states. If it is absent, the noun in the slot `R` or `H` decides. */
  readonly relation?: RelationWords;
  readonly kind: FrameKind;
  readonly subject: Slot;
  readonly verb: string;
  /** Whether the frame is in the passive voice: `T be located in F`. */
  readonly isPassive: boolean;
  /** Whether the frame states its relation only if the verb is negated: `not live without T`. */
  readonly isNegated: boolean;
  /** Whether the frame states its relation only with `can` or `may` before the verb: `can write to T`. */
  readonly isPossible: boolean;
  readonly rest: readonly Element[];
  /** The words that a sentence must contain for the frame to fit. */
  readonly words: readonly string[];
  readonly says: 'holds' | 'ends' | 'denies';
}

type FrameKind = 'verb' | keyof typeof english.nounFrames;
type Meaning = Pick<Frame, 'kind' | 'says'> & { readonly relation?: RelationWords };

const SLOTS = new Set(['P', 'Q', 'E', 'F', 'T', 'C', 'B', 'R', 'H', '_', '…']);
const ARTICLE = new Set(['the', 'a', 'an']);
const PARTICLES = new Set(['over', 'up', 'off', 'down', 'out', 'away']);
/**
 * Whether a word after a form of `be` makes a passive. Adjectives with a hyphen (`cloud-based`) and nouns make none.
 */
const isParticiple = (word: string) =>
  /^(?:past|part)$/u.test(wordFormByText.get(word)?.verb ?? '') ||
  (/ed$/u.test(word) && !word.includes('-') && wordFormByText.get(word)?.isNoun !== true);

function frameOf(text: string, meaning: Meaning): Frame[] {
  const [subject = '', ...words] = joinPhrases(text)
    .split(' ')
    .filter((word) => !ARTICLE.has(word));
  const isNegated = words[0] === 'not';
  const isPossible = words[0] === 'can' || words[0] === 'may';
  const [first = '', ...others] = isNegated || isPossible ? words.slice(1) : words;
  const isPassive = first === 'be' && isParticiple(others[0] ?? '');
  const [verb = '', ...rest] = isPassive ? others : [first, ...others];
  const elements = rest.map((word): Element => (SLOTS.has(word) ? { slot: word as Slot } : { word }));
  const lemma = wordFormByText.get(verb)?.lemma ?? verb;
  const needed = elements.flatMap((element) => ('word' in element && element.word !== ':' ? [element.word] : []));
  const frame = {
    ...meaning,
    words: needed,
    subject: subject as Slot,
    verb: lemma,
    isPassive,
    isNegated,
    isPossible,
    rest: elements,
  };
  return [frame, ...particleVariantsOf(frame)];
}

/** Adds the variant with the particle after the object: `hand over X`, `hand X over`. */
function particleVariantsOf(frame: Frame): Frame[] {
  const [particle, object, ...others] = frame.rest;
  const isParted = particle && 'word' in particle && PARTICLES.has(particle.word) && object && 'slot' in object;
  return isParted ? [{ ...frame, rest: [object, particle, ...others] }] : [];
}

function framesOf(relation: RelationWords): Frame[] {
  const { verbs, reverse, frames, says = 'holds' } = relation;
  const texts = [
    ...listOf(verbs).map((verb) => `F ${verb} T`),
    ...listOf(reverse).map((verb) => `T ${verb} F`),
    ...listOf(frames),
  ];
  return texts.flatMap((text) => frameOf(text, { kind: 'verb', relation, says }));
}

function nounFramesOf([kind, texts]: [string, string]): Frame[] {
  const says = kind === 'left' || kind === 'released' ? 'ends' : 'holds';
  return listOf(texts).flatMap((text) => frameOf(text, { kind: kind as FrameKind, says }));
}

/**
 * Maps the lemma of a verb to its frames. The longest frame comes first, since `take over T from B` is more specific
 * than `take T`.
 */
export const framesByVerb: ReadonlyMap<string, readonly Frame[]> = Map.groupBy(
  [...english.relations.flatMap(framesOf), ...Object.entries(english.nounFrames).flatMap(nounFramesOf)].sort(
    (a, b) => weightOf(b) - weightOf(a),
  ),
  ({ verb }) => verb,
);

/**
 * The number of elements in the frame, plus 0.5 if it has a noun of the lexicon (`R`, `H`). Such a noun is more
 * specific than any phrase.
 */
function weightOf({ rest, relation }: Frame): number {
  return rest.length + (relation ? 0 : 0.5);
}

/** The frames of one verb, by the word that is looked for first: the longest word, which is the rarest as a rule. */
interface VerbFrames {
  readonly withoutWords: readonly RankedFrame[];
  readonly byWord: ReadonlyMap<string, readonly RankedFrame[]>;
}

/** A frame with its place among the frames of its verb, and what the nouns of a sentence must offer for its slots. */
interface RankedFrame {
  readonly frame: Frame;
  readonly rank: number;
  readonly needed: readonly (keyof NounUses)[];
}

/** Slots that the nouns of a sentence can fill: a role, a holding, a possessive, and phrases for matters and for changes. */
export type NounUses = Readonly<Record<'role' | 'head' | 'possessive' | 'matter' | 'change', boolean>>;

const useBySlot: Readonly<Partial<Record<Slot, keyof NounUses>>> = { P: 'possessive', Q: 'matter', E: 'change' };

function usesOf({ kind, subject, rest }: Frame): (keyof NounUses)[] {
  const noun = kind === 'role' || kind === 'left' ? 'role' : 'head';
  const slots = [subject, ...rest.flatMap((element) => ('slot' in element ? [element.slot] : []))];
  const uses = slots.flatMap((slot) => (slot === 'R' || slot === 'H' ? noun : (useBySlot[slot] ?? [])));
  return [...new Set(uses)];
}

const hasWords = ({ frame }: RankedFrame): boolean => frame.words.length > 0;

const verbFramesByVerb: ReadonlyMap<string, VerbFrames> = new Map(
  [...framesByVerb].map(([verb, frames]) => {
    const ranked = frames.map((frame, rank) => ({ frame, rank, needed: usesOf(frame) }));
    const [withWords, withoutWords] = [ranked.filter(hasWords), ranked.filter((one) => !hasWords(one))];
    return [verb, { withoutWords, byWord: Map.groupBy(withWords, ({ frame }) => longestOf(frame.words)) }];
  }),
);

function longestOf(words: readonly string[]): string {
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

/**
 * Finds the frames of a verb for which the sentence contains all words, in the order of `framesByVerb`. `be` has some
 * thousands of frames, so they are looked up by the words of the sentence.
 */
export function framesIn(verb: string, { vocabulary }: { readonly vocabulary: ReadonlySet<string> }): Frame[] {
  const known = verbFramesByVerb.get(verb);
  if (!known) return [];
  const found = [...known.withoutWords];
  for (const word of vocabulary)
    for (const one of known.byWord.get(word) ?? []) if (areAllIn(vocabulary, one.frame.words)) found.push(one);
  return found.sort((a, b) => a.rank - b.rank).map(({ frame }) => frame);
}

const areAllIn = (vocabulary: ReadonlySet<string>, words: readonly string[]): boolean =>
  words.every((word) => vocabulary.has(word));

/** Whether a verb has a frame whose words the sentence contains, and for whose slots its nouns suffice. */
export function hasFrame(verb: string, vocabulary: ReadonlySet<string>, nouns: NounUses): boolean {
  const known = verbFramesByVerb.get(verb);
  if (!known) return false;
  const fits = ({ frame, needed }: RankedFrame) =>
    needed.every((use) => nouns[use]) && areAllIn(vocabulary, frame.words);
  if (known.withoutWords.some(fits)) return true;
  for (const word of vocabulary) if (known.byWord.get(word)?.some(fits)) return true;
  return false;
}

/** Whether the holder of a frame may stand at its end: `Accountable for X is A`. `from` is the position after the verb. */
export const isInvertible = ({ subject, rest, isNegated }: Frame, from: number): boolean =>
  subject === 'F' && !isNegated && rest.length >= 2 - from && rest.filter((element) => 'slot' in element).length === 1;

/** Whether an inverted frame begins with a word, and the sentence contains all words of the frame. */
export const isInvertedOpening = (word: string, vocabulary: ReadonlySet<string>): boolean =>
  invertedByOpening.get(word)?.some(({ words }) => areAllIn(vocabulary, words)) ?? false;

/** By the first word of the frame; also that of a frame that begins with a slot, as in `X over: A`. */
const invertedByOpening: ReadonlyMap<string, readonly Frame[]> = Map.groupBy(
  (framesByVerb.get('be') ?? []).filter((frame) => frame.relation && isInvertible(frame, 0)),
  ({ words: [first] }) => first!,
);
