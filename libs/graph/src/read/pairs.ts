import { canBeEnds, isAgent, isPath, isPersonal, isTeam } from './ends.ts';
import type { Frame } from './frames.ts';
import type { Polarity } from './gate.ts';
import { english } from './lexicon.en.ts';
import { wordsOf, type RelationWords } from './lexicon.ts';
import type { FilledSlots } from './match-frame.ts';
import { type Phrase, type Role, isThrough } from './phrase.ts';
import type { PhraseReach, Sentence } from './sentence.ts';
import type { NounSense } from './word-forms.ts';

/** A relation that a sentence states between two phrases. */
export interface StatedRelation {
  readonly type: string;
  readonly from: Phrase;
  readonly to: Phrase;
  readonly says: Polarity;
}

/** Two phrases between which a relation may exist. */
export interface Pair {
  readonly relation: RelationWords;
  readonly from: Phrase;
  readonly to: Phrase;
  /** Whether the relation has ended, since its ends were replaced by others. */
  readonly isFormer: boolean;
}

export const statedRelationOf = ({ relation, from, to }: Pair, says: Polarity): StatedRelation => ({
  type: relation.type,
  from,
  to,
  says,
});

/** Finds the pairs of ends for a frame whose slots are filled. */
export function pairsOf(sentence: Sentence, frame: Frame, filled: FilledSlots): Pair[] {
  if (frame.relation) return verbPairs(sentence, frame.relation, filled);
  const noun = filled.R ?? filled.H;
  const role = noun?.all[0]?.role;
  if (!noun || !role || role.holder) return [];
  const isHolding = frame.kind !== 'role' && frame.kind !== 'left';
  const senses = role.senses.filter(({ use }) => (use === 'head') === isHolding);
  if (frame.kind === 'covers') return holderPairs(senses, { holders: noun.of, things: phrasesIn(sentence, filled.T) });
  if (frame.kind === 'within') return pairsWithin(sentence, senses, { noun, thing: filled.T });
  // `On Ana's plate` names the holder, not the thing.
  return isOfHolder(noun.all[0]!) ? [] : pairsOfRole(sentence, senses, filled);
}

function pairsOfRole(sentence: Sentence, senses: readonly NounSense[], filled: FilledSlots): Pair[] {
  const noun = (filled.R ?? filled.H)!;
  const things = filled.T ? phrasesIn(sentence, filled.T) : thingsOf(sentence, noun);
  const before = holderPairs(senses, { holders: phrasesIn(sentence, filled.B), things });
  const now = holderPairs(senses, { holders: phrasesIn(sentence, filled.F), things });
  return [...before.map(markFormer), ...(noun.all[0]!.role!.isFormer ? now.map(markFormer) : now)];
}

const isOfHolder = ({ role, owner }: Phrase): boolean =>
  role?.use === 'head' && owner !== undefined && isPersonal(owner);

const markFormer = (pair: Pair): Pair => ({ ...pair, isFormer: true });

/**
 * Finds the things to which a role belongs. `the owner` without a thing belongs to the thing that the text is about;
 * `an owner` belongs to nothing.
 */
function thingsOf(sentence: Sentence, { all, of }: PhraseReach): readonly Phrase[] {
  if (of.length > 0) return of;
  if (all[0]!.article === 'loose') return [];
  const about = sentence.about();
  return about.length > 0 ? about : subjectBefore(sentence, all[0]!);
}

/** Finds the thing in the first phrase of the sentence: `X is A's, but B does the maintenance`. */
function subjectBefore(sentence: Sentence, noun: Phrase): readonly Phrase[] {
  const [first, ...others] = sentence.phrasesAt(0)?.all ?? [];
  const isThing =
    first && first !== noun && !first.role && first.pronoun === undefined && !isPersonal(first) && !isTeam(first);
  return isThing && others.length === 0 ? [first] : [];
}

/** Finds pairs for a frame like `X is in the hands of A`. In `The care of X is in the hands of A` the noun `care` decides the relation. */
function pairsWithin(
  sentence: Sentence,
  senses: readonly NounSense[],
  { noun, thing }: { readonly noun: PhraseReach; readonly thing: PhraseReach | undefined },
): Pair[] {
  const holders = noun.of;
  const [only] = noun.all;
  if (
    only?.owner &&
    only.owner.pronoun === undefined &&
    !(thing && thing.all.every(({ pronoun }) => pronoun === undefined)) &&
    !noun.of.includes(only.owner)
  )
    return holderPairs(senses, { holders: sentence.resolveAll([only.owner]), things: sentence.resolveAll(noun.of) });
  const held = thing?.all[0]?.role;
  if (thing && held?.use === 'head' && thing.of.length > 0)
    return holderPairs(held.senses, { holders, things: sentence.resolveAll(thing.of) });
  return holderPairs(senses, { holders, things: phrasesIn(sentence, thing) });
}

/** The phrases of a slot, with pronouns resolved. A phrase such as `the code of X` is replaced by X. */
function phrasesIn(sentence: Sentence, reach: PhraseReach | undefined): readonly Phrase[] {
  const [only, ...others] = reach?.all ?? [];
  if (!reach || !only) return [];
  const isSeenThrough = reach.of.length > 0 && others.length === 0 && isThrough(only);
  return sentence.resolveAll(isSeenThrough ? reach.of : reach.all);
}

/**
 * Pairs each phrase of the `from` end with each phrase of the `to` end. With `respectively`, the first phrases of both
 * ends are paired, then the second phrases, and so on.
 */
export function verbPairs(sentence: Sentence, relation: RelationWords, { F, T, B, C }: FilledSlots): Pair[] {
  const [froms, tos] = [phrasesIn(sentence, F).map(personReachedBy), phrasesIn(sentence, T)];
  const isZipped = froms.length === tos.length && sentence.text.includes(' respectively ');
  const pairs = (left: readonly Phrase[], right: readonly Phrase[], isFormer: boolean): Pair[] =>
    left.flatMap((from, at) =>
      right
        .filter(
          (to, index) => (!isZipped || at === index) && from.name !== to.name && canBeEnds(relation, { from, to }),
        )
        .map((to) => ({ relation, from, to, isFormer })),
    );
  const now = pairs(froms, tos, false);
  return [
    ...pairs(phrasesIn(sentence, B).filter(isAgent), tos, true),
    ...(now.length > 0 ? formerPlacePairs(relation, froms, phrasesIn(sentence, C)) : []),
    ...now,
  ];
}

const reachedNouns = wordsOf(english.reached);
/** Replaces a means of contact by its owner: `Alerts go to A's phone`. */
const personReachedBy = (phrase: Phrase): Phrase =>
  phrase.owner && reachedNouns.has(phrase.words.at(-1)!.lower) ? phrase.owner : phrase;

/**
 * Pairs the `from` phrases with former places. The kind of a former place is not checked, since it is the kind of the
 * new place.
 */
const formerPlacePairs = (relation: RelationWords, froms: readonly Phrase[], places: readonly Phrase[]): Pair[] =>
  froms.flatMap((from) =>
    places.filter((place) => isAgent(place) || isPath(place)).map((to) => ({ relation, from, to, isFormer: true })),
  );

export interface HoldersAndThings {
  readonly holders: readonly Phrase[];
  readonly things: readonly Phrase[];
}

/**
 * Pairs the holders of a role with the things to which the role belongs, by the first sense of the noun that fits both
 * phrases.
 */
const holderPairs = (senses: readonly NounSense[], { holders, things }: HoldersAndThings): Pair[] =>
  holders.flatMap((holder) => things.flatMap((thing) => pairOfHolder(senses, holder, thing) ?? []));

function pairOfHolder(senses: readonly NounSense[], holder: Phrase, thing: Phrase): Pair | undefined {
  const ends = ({ use }: NounSense) => (use === 'far' ? { from: thing, to: holder } : { from: holder, to: thing });
  // If the thing is a person, senses for the far end come first: in `A's manager`, A reports to the manager.
  const farFirst = (a: NounSense, b: NounSense) => Number(b.use === 'far') - Number(a.use === 'far');
  const ordered = isPersonal(thing) && !isTeam(thing) ? [...senses].sort(farFirst) : senses;
  const sense = ordered.find((one) => canBeEnds(one.relation, ends(one)));
  if (!sense || holder.name === thing.name) return undefined;
  return { relation: sense.relation, ...ends(sense), isFormer: false };
}

/** Builds the relations of a role between its holders and its things: `On call: A`, `A, owner of X,`. */
export const relationsOfRole = (
  { senses, isFormer }: Pick<Role, 'senses' | 'isFormer'>,
  held: HoldersAndThings,
): StatedRelation[] => holderPairs(senses, held).map((pair) => statedRelationOf(pair, isFormer ? 'ends' : 'holds'));
