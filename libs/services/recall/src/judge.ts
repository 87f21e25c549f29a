import { Injectable } from '@nestjs/common';
import type { ItemId } from '@cairn/contracts';
import type { TokenBits, Traits } from '@cairn/ports';
import {
  itemSignals,
  maxSim,
  rank,
  recipeOver,
  strengthOf,
  textKindOf,
  type Candidate,
  type ItemFeatures,
  type Question,
  type Ranked,
  type Recipe,
  type Scores,
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

/** What did not answer, or what the model does not give, weighs nothing and hands its weight to the rest: half a sum would compare nothing. */
function recipeFor(asked: Recipe, { degraded, embedding }: Gathered): Recipe {
  const fromWords = degraded.includes('words') ? [] : ['words'];
  const fromModel = embedding?.tokens ? ['vector', 'tokens'] : ['vector'];
  return recipeOver(asked, new Set([...fromWords, ...(degraded.includes('vectors') ? [] : fromModel)]));
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
    sourceLinks: found.kin.get(traits.id)?.flatMap((id) => byId.get(id) ?? []),
  }));
}

function candidateOf(traits: Traits, found: Found, circumstances: Circumstances): Candidate {
  const { query, recipe, question, passageLength, isNamed } = circumstances;
  const { id } = traits;
  const words = found.words.get(id);
  const text = found.passages.get(id)?.tokens;
  const own = words?.covered ?? 0;
  const coverage = traits.group === null ? own : Math.max(own, found.groups.get(traits.group) ?? 0);
  return {
    id,
    textKind: textKindOf(found.kind, traits.length),
    passages: found.kind === 'message' ? Math.max(1, traits.length / passageLength) : 1,
    scores: {
      words: words?.share ?? 0,
      vector: found.vectors.get(id)?.cosine,
      tokens: query && text ? maxSim(query, text) : undefined,
    },
    precedingQuestion: lent(lenderOf(traits, recipe), text, found, circumstances),
    session: found.kind === 'message' ? (traits.group ?? undefined) : undefined,
    turn: turnOf(traits),
    signals: signalsOf(question, { ...traits, coverage, isPlaceNamed: isNamed(traits) }, recipe),
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
): Scores | undefined {
  if (!lender) return undefined;
  const tokens = found.passages.get(lender)?.tokens;
  return {
    words: found.words.get(lender)?.share ?? 0,
    vector: found.vectors.get(lender)?.cosine,
    tokens: query && text ? maxSim(query, text, tokens, recipe.context.tokens) : undefined,
  };
}

/** What is 0 is left out, so that an explanation names what counted. */
function signalsOf(question: Question, item: ItemFeatures, recipe: Recipe): NonNullable<Candidate['signals']> {
  const weighed = itemSignals.filter(({ name }) => recipe.signals[name] !== 0);
  const strengths = weighed.map((signal) => [signal.name, strengthOf(signal, question, item)] as const);
  return Object.fromEntries(strengths.filter(([, strength]) => strength !== 0));
}
