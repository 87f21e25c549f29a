import { Injectable } from '@nestjs/common';
import type { ItemId } from '@cairn/contracts';
import type { TokenBits, Traits } from '@cairn/ports';
import {
  maxSim,
  rank,
  recipes,
  ownSignals,
  signals,
  textKindOf,
  type Candidate,
  type Facts,
  type Lender,
  type Question,
  type Ranked,
  type Recipe,
  type WeightedTokens,
} from '@cairn/ranking';
import { lenderOf, type Asked, type Gathered } from './candidates.ts';
import type { Found } from './known.ts';
import { namedPlaces, type Place } from './named-places.ts';

/** All that ordering needs, and the recipe to order by. */
export interface Weighed {
  readonly candidates: readonly Candidate[];
  readonly recipe: Recipe;
}

export interface Judged extends Weighed {
  readonly ranked: readonly Ranked[];
}

/** Weighs the candidates against each other: late interaction, signals, and the recipe's sum. */
@Injectable()
export class Judge {
  judge(asked: Asked, gathered: Gathered): Judged {
    const recipe = recipeFor(asked.recipe, gathered);
    const circumstances = {
      query: gathered.embedding?.tokens,
      recipe,
      question: asked.query.question,
      passageLength: asked.model.maxTokens * CHARS_PER_TOKEN,
      isNamed: namedPlaces(asked.query.words.terms),
    };
    const candidates = gathered.found.flatMap((found) => candidatesOf(found, circumstances));
    return { candidates, recipe, ranked: rank(candidates, recipe, asked.model.scale) };
  }
}

/** Without its vectors, an answer is ranked by words alone, and the other way round: half a sum would compare nothing. */
function recipeFor(asked: Recipe, { degraded }: Gathered): Recipe {
  if (degraded.includes('vectors')) return recipes.words;
  if (degraded.includes('words')) return recipes.vectors;
  return asked;
}

interface Circumstances {
  readonly query: WeightedTokens | undefined;
  readonly recipe: Recipe;
  readonly question: Question;
  /** Whether the question names the place of an item. */
  readonly isNamed: (place: Place) => boolean;
  /** Characters that the model reads at once, about. */
  readonly passageLength: number;
}

/** Of European languages; others take fewer, so that their texts count as fewer passages than they are. */
const CHARS_PER_TOKEN = 4;

function candidatesOf(found: Found, circumstances: Circumstances): Candidate[] {
  const relatives = found.relatives.flatMap((some) => candidatesOf(some, circumstances));
  const byId = new Map(relatives.map((relative) => [relative.id, relative]));
  return [...found.traits.values()].map((traits) => ({
    ...candidateOf(traits, found, circumstances),
    kin: found.kin.get(traits.id)?.flatMap((id) => byId.get(id) ?? []),
  }));
}

function candidateOf(traits: Traits, found: Found, circumstances: Circumstances): Candidate {
  const { query, recipe, question, passageLength, isNamed } = circumstances;
  const { id } = traits;
  const words = found.words.get(id);
  const text = found.passages.get(id)?.tokens;
  const own = words?.covered ?? 0;
  const covered = traits.group === null ? own : Math.max(own, found.groups.get(traits.group) ?? 0);
  return {
    id,
    textKind: textKindOf(found.kind, traits.length),
    passages: found.kind === 'message' ? Math.max(1, traits.length / passageLength) : 1,
    words: words?.share ?? 0,
    cosine: found.vectors.get(id)?.cosine,
    tokens: query && text ? maxSim(query, text) : undefined,
    lender: lent(lenderOf(traits, recipe), text, found, circumstances),
    session: found.kind === 'message' ? (traits.group ?? undefined) : undefined,
    turn: turnOf(traits),
    signals: signalsOf(question, { ...traits, covered, isPlaceNamed: isNamed(traits) }, recipe),
  };
}

/** With an assistant, talk goes on otherwise: each answer follows its question. */
const turnOf = ({ thread, turn }: Traits): number | undefined =>
  thread === 'people' && turn !== null ? turn : undefined;

function lent(
  lender: ItemId | undefined,
  text: TokenBits | undefined,
  found: Found,
  { query, recipe }: Circumstances,
): Lender | undefined {
  if (!lender) return undefined;
  const tokens = found.passages.get(lender)?.tokens;
  return {
    words: found.words.get(lender)?.share ?? 0,
    cosine: found.vectors.get(lender)?.cosine,
    tokens: query && text ? maxSim(query, text, tokens, recipe.context.tokens) : undefined,
  };
}

/** What is 0 is left out, so that an explanation names what counted. */
function signalsOf(question: Question, facts: Facts, recipe: Recipe): NonNullable<Candidate['signals']> {
  const asked = ownSignals.filter((name) => recipe.signals[name] !== 0);
  const values = asked.map((name) => [name, signals[name](question, facts)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== 0));
}
