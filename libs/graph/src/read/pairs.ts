import { fits, isAgent, isPath, isPersonal, isTeam } from './ends.ts';
import type { Frame } from './frames.ts';
import type { Polarity } from './gate.ts';
import { english } from './lexicon.en.ts';
import { wordsOf, type RelationWords } from './lexicon.ts';
import type { Filled } from './match-frame.ts';
import { type Phrase, type Role, isThrough } from './phrase.ts';
import type { Reach, Sentence } from './sentence.ts';
import type { NounSense } from './word-forms.ts';

/** A relation that a sentence says of two phrases. */
export interface StatedRelation {
  readonly type: string;
  readonly from: Phrase;
  readonly to: Phrase;
  readonly says: Polarity;
}

/** Two phrases that may stand in a relation. */
export interface Pair {
  readonly relation: RelationWords;
  readonly from: Phrase;
  readonly to: Phrase;
  /** Whether they did before others took their place. */
  readonly isFormer: boolean;
}

export const statedRelationOf = ({ relation, from, to }: Pair, says: Polarity): StatedRelation => ({
  type: relation.type,
  from,
  to,
  says,
});

/** The ends that a frame finds in a sentence. */
export function pairsOf(sentence: Sentence, frame: Frame, filled: Filled): Pair[] {
  if (frame.relation) return verbPairs(sentence, frame.relation, filled);
  const noun = filled.R ?? filled.H;
  const role = noun?.all[0]?.role;
  if (!noun || !role || role.holder) return [];
  const isHolding = frame.kind !== 'role' && frame.kind !== 'left';
  const senses = role.senses.filter(({ use }) => (use === 'head') === isHolding);
  if (frame.kind === 'covers') return holderPairs(senses, { holders: noun.of, things: knownIn(sentence, filled.T) });
  if (frame.kind === 'within') return within(sentence, senses, { noun, thing: filled.T });
  // `On Ana's plate` names who holds, not what.
  return isOfHolder(noun.all[0]!) ? [] : pairsOfRole(sentence, senses, filled);
}

function pairsOfRole(sentence: Sentence, senses: readonly NounSense[], filled: Filled): Pair[] {
  const noun = (filled.R ?? filled.H)!;
  const things = filled.T ? knownIn(sentence, filled.T) : thingsOf(sentence, noun);
  const before = holderPairs(senses, { holders: knownIn(sentence, filled.B), things });
  const now = holderPairs(senses, { holders: knownIn(sentence, filled.F), things });
  return [...before.map(former), ...(noun.all[0]!.role!.isFormer ? now.map(former) : now)];
}

const isOfHolder = ({ role, owner }: Phrase): boolean =>
  role?.use === 'head' && owner !== undefined && isPersonal(owner);

const former = (pair: Pair): Pair => ({ ...pair, isFormer: true });

/** Finds what a role is of: for `the owner` what is spoken of, for `an owner` nothing. */
function thingsOf(sentence: Sentence, { all, of }: Reach): readonly Phrase[] {
  if (of.length > 0) return of;
  if (all[0]!.article === 'loose') return [];
  const about = sentence.about();
  return about.length > 0 ? about : subjectBefore(sentence, all[0]!);
}

/** `X is A's, but B does the maintenance` */
function subjectBefore(sentence: Sentence, noun: Phrase): readonly Phrase[] {
  const [first, ...others] = sentence.phrasesAt(0)?.all ?? [];
  const isThing =
    first && first !== noun && !first.role && first.pronoun === undefined && !isPersonal(first) && !isTeam(first);
  return isThing && others.length === 0 ? [first] : [];
}

/** `The care of X is in the hands of A`: the noun before says what is held, and of what. */
function within(
  sentence: Sentence,
  senses: readonly NounSense[],
  { noun, thing }: { readonly noun: Reach; readonly thing: Reach | undefined },
): Pair[] {
  const holders = noun.of;
  const [only] = noun.all;
  if (
    only?.owner &&
    only.owner.pronoun === undefined &&
    !(thing && thing.all.every(({ pronoun }) => pronoun === undefined)) &&
    !noun.of.includes(only.owner)
  )
    return holderPairs(senses, { holders: sentence.known([only.owner]), things: sentence.known(noun.of) });
  const held = thing?.all[0]?.role;
  if (thing && held?.use === 'head' && thing.of.length > 0)
    return holderPairs(held.senses, { holders, things: sentence.known(thing.of) });
  return holderPairs(senses, { holders, things: knownIn(sentence, thing) });
}

/** The phrases of a slot, seen through `the code of`. */
function knownIn(sentence: Sentence, reach: Reach | undefined): readonly Phrase[] {
  const [only, ...others] = reach?.all ?? [];
  if (!reach || !only) return [];
  const isSeenThrough = reach.of.length > 0 && others.length === 0 && isThrough(only);
  return sentence.known(isSeenThrough ? reach.of : reach.all);
}

/** Each end with each other, or with `respectively` the first with the first. */
export function verbPairs(sentence: Sentence, relation: RelationWords, { F, T, B, C }: Filled): Pair[] {
  const [froms, tos] = [knownIn(sentence, F).map(reachedBy), knownIn(sentence, T)];
  const isZipped = froms.length === tos.length && sentence.text.includes(' respectively ');
  const pairs = (left: readonly Phrase[], right: readonly Phrase[], isFormer: boolean): Pair[] =>
    left.flatMap((from, at) =>
      right
        .filter((to, index) => (!isZipped || at === index) && from.name !== to.name && fits(relation, { from, to }))
        .map((to) => ({ relation, from, to, isFormer })),
    );
  const now = pairs(froms, tos, false);
  return [
    ...pairs(knownIn(sentence, B).filter(isAgent), tos, true),
    ...(now.length > 0 ? formerPlaces(relation, froms, knownIn(sentence, C)) : []),
    ...now,
  ];
}

const reached = wordsOf(english.reached);
/** `Alerts go to A's phone`. */
const reachedBy = (phrase: Phrase): Phrase =>
  phrase.owner && reached.has(phrase.words.at(-1)!.lower) ? phrase.owner : phrase;

/** Two of a kind: where somebody came from needs no word that says what it is. */
const formerPlaces = (relation: RelationWords, froms: readonly Phrase[], places: readonly Phrase[]): Pair[] =>
  froms.flatMap((from) =>
    places.filter((place) => isAgent(place) || isPath(place)).map((to) => ({ relation, from, to, isFormer: true })),
  );

export interface Held {
  readonly holders: readonly Phrase[];
  readonly things: readonly Phrase[];
}

/** Between the holders of a role and what it is of, by the first sense of the noun that fits both. */
const holderPairs = (senses: readonly NounSense[], { holders, things }: Held): Pair[] =>
  holders.flatMap((holder) => things.flatMap((thing) => heldByOne(senses, holder, thing) ?? []));

function heldByOne(senses: readonly NounSense[], holder: Phrase, thing: Phrase): Pair | undefined {
  const ends = ({ use }: NounSense) => (use === 'far' ? { from: thing, to: holder } : { from: holder, to: thing });
  // A manager of a person is the one that the person reports to.
  const farFirst = (a: NounSense, b: NounSense) => Number(b.use === 'far') - Number(a.use === 'far');
  const ordered = isPersonal(thing) && !isTeam(thing) ? [...senses].sort(farFirst) : senses;
  const sense = ordered.find((one) => fits(one.relation, ends(one)));
  if (!sense || holder.name === thing.name) return undefined;
  return { relation: sense.relation, ...ends(sense), isFormer: false };
}

/** Tells what a noun for a role says of its holders: `On call: A`, `A, owner of X,`. */
export const relationsOfRole = (
  { senses, isFormer }: Pick<Role, 'senses' | 'isFormer'>,
  held: Held,
): StatedRelation[] => holderPairs(senses, held).map((pair) => statedRelationOf(pair, isFormer ? 'ends' : 'holds'));
