import { english } from './lexicon.en.ts';
import { listOf, type RelationWords } from './lexicon.ts';
import { withJoined } from './word.ts';
import { wordForms } from './word-forms.ts';

/** `F` and `T` are the ends, `B` who was `F` before, `C` the `T` before, `P` is `F` as a possessive, `Q` is questions, bugs or alerts of `T`, `E` its edits and pull requests, `R` and `H` phrases with a role and a holding, `_` anybody, `…` anything. */
export type Slot = 'P' | 'Q' | 'E' | 'F' | 'T' | 'C' | 'B' | 'R' | 'H' | '_' | '…';
export type Element = { readonly slot: Slot } | { readonly word: string };

/** How a verb, with what stands around it, says a relation. */
export interface Frame {
  /** Absent: the noun in the slot `R` or `H` tells which. */
  readonly relation?: RelationWords;
  readonly kind: FrameKind;
  readonly subject: Slot;
  readonly verb: string;
  /** Written as a passive: `T be located in F`. */
  readonly isPassive: boolean;
  /** `not live without T`: said only when negated. */
  readonly isNegated: boolean;
  /** `can write to T`: said only with a verb of leave before it. */
  readonly isPossible: boolean;
  readonly rest: readonly Element[];
  /** Words without which it cannot fit. */
  readonly words: readonly string[];
  readonly says: 'holds' | 'ends' | 'denies';
}

type FrameKind = 'verb' | keyof typeof english.beside;
type Meaning = Pick<Frame, 'kind' | 'says'> & { readonly relation?: RelationWords };

const SLOTS = new Set(['P', 'Q', 'E', 'F', 'T', 'C', 'B', 'R', 'H', '_', '…']);
const ARTICLE = new Set(['the', 'a', 'an']);
const PARTICLES = new Set(['over', 'up', 'off', 'down', 'out', 'away']);
/** Adjectives on which a form of `be` makes no passive. */
const isParticiple = (word: string) =>
  /^(?:past|part)$/u.test(wordForms.get(word)?.verb ?? '') ||
  (/ed$/u.test(word) && !word.includes('-') && wordForms.get(word)?.isNoun !== true);

function frameOf(text: string, meaning: Meaning): Frame[] {
  const [subject = '', ...words] = withJoined(text)
    .split(' ')
    .filter((word) => !ARTICLE.has(word));
  const isNegated = words[0] === 'not';
  const isPossible = words[0] === 'can' || words[0] === 'may';
  const [first = '', ...others] = isNegated || isPossible ? words.slice(1) : words;
  const isPassive = first === 'be' && isParticiple(others[0] ?? '');
  const [verb = '', ...rest] = isPassive ? others : [first, ...others];
  const elements = rest.map((word): Element => (SLOTS.has(word) ? { slot: word as Slot } : { word }));
  const lemma = wordForms.get(verb)?.lemma ?? verb;
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
  return [frame, ...parted(frame)];
}

/** `hand over X` is said as `hand X over` too. */
function parted(frame: Frame): Frame[] {
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

function framesBeside([kind, texts]: [string, string]): Frame[] {
  const says = kind === 'left' || kind === 'released' ? 'ends' : 'holds';
  return listOf(texts).flatMap((text) => frameOf(text, { kind: kind as FrameKind, says }));
}

/** The frames of a verb of which all words stand in a sentence. */
export const framesIn = (verb: string, { vocabulary }: { readonly vocabulary: ReadonlySet<string> }): Frame[] =>
  (framesByVerb.get(verb) ?? []).filter(({ words }) => words.every((word) => vocabulary.has(word)));

/** By verb, those with the most words first, since `take over T from B` says more than `take T`. */
export const framesByVerb: ReadonlyMap<string, readonly Frame[]> = Map.groupBy(
  [...english.relations.flatMap(framesOf), ...Object.entries(english.beside).flatMap(framesBeside)].sort(
    (a, b) => weightOf(b) - weightOf(a),
  ),
  ({ verb }) => verb,
);

/** A noun of the lexicon in a slot says more than a phrase that may be anything. */
function weightOf({ rest, relation }: Frame): number {
  return rest.length + (relation ? 0 : 0.5);
}
