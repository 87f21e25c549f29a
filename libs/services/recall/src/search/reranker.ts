import { Injectable } from '@nestjs/common';
import type { ItemId } from '@cairn/contracts';
import { isOfProject } from '@cairn/domain';
import type { CandidateFeatures } from '@cairn/ports';
import {
  liftGraphAnswers,
  isPreferredBy,
  itemSignals,
  liftMemories,
  putNamedFirst,
  liftPersons,
  liftPreferredMode,
  rankCandidates,
  recipeOver,
  strengthOf,
  textKindOf,
  type Candidate,
  type ItemFeatures,
  type ItemSignalName,
  type Ranked,
  type Recipe,
  type Scores,
} from '@cairn/ranking';
import type { CandidatePool } from './candidate-pool.ts';
import type { GraphAnswer } from './graph-answers.ts';
import { namedPlaces, type Place } from './named-places.ts';
import { precedingQuestionOf } from './preceding-question.ts';
import type { RecallContext } from '../question/recall-context.ts';
import type { ScoredItem } from '../retrievers/retriever.ts';

/** Candidates with their scores, and the recipe that ranks them. */
export interface ScoredCandidates {
  readonly candidates: readonly Candidate[];
  readonly recipe: Recipe;
}

export interface RerankedCandidates extends ScoredCandidates {
  /** Best first. */
  readonly ranked: readonly Ranked[];
}

/** Ranks all candidates in one list. The recipe adds up the scores of all retrievers and the signals. */
@Injectable()
export class Reranker {
  rerank(context: RecallContext, pool: CandidatePool, graphAnswer: GraphAnswer): RerankedCandidates {
    const recipe = recipeOver(context.recipe, pool.scoreNames);
    const candidates = candidatesOf({
      context,
      pool,
      recipe,
      passageLength: context.model.maxTokens * CHARS_PER_TOKEN,
      isNamed: namedPlaces(context.query.words.terms, context.words),
      signals: itemSignals.filter(({ name }) => recipe.signals[name] !== 0),
    });
    const ranked = rankCandidates(candidates, recipe, context.scale);
    const preferred = applyPreferences(ranked, context, pool);
    const answered =
      graphAnswer.size > 0
        ? liftGraphAnswers(preferred, (id) => graphAnswer.has(id as ItemId))
        : preferPersons(preferred, context, pool);
    return { candidates, recipe, ranked: putNamedFirst(answered, context.bareId) };
  }
}

function applyPreferences(ranked: readonly Ranked[], context: RecallContext, pool: CandidatePool): readonly Ranked[] {
  const { mode } = context.query.question;
  const features = (id: string) => pool.features.get(id as ItemId);
  const lifted = context.memoriesFirst ? liftMemories(ranked, (id) => features(id)?.kind !== 'message') : ranked;
  if (mode === 'general') return lifted;
  return liftPreferredMode(lifted, (id) => isPreferredBy(mode, features(id)?.category ?? null));
}

/**
 * Puts memories about persons first if the question asks for a person. A question whose mode is not `general` keeps its
 * order, since the mode has its own preference.
 */
function preferPersons(ranked: readonly Ranked[], { query }: RecallContext, pool: CandidatePool): readonly Ranked[] {
  if (!query.wantsPerson || query.question.mode !== 'general') return ranked;
  return liftPersons(ranked, (id) => pool.features.get(id as ItemId)?.category === 'person');
}

interface Reranking {
  readonly context: RecallContext;
  readonly pool: CandidatePool;
  readonly recipe: Recipe;
  /** Approximate number of characters that the model embeds as one passage. */
  readonly passageLength: number;
  /** Whether the question names the place of an item. */
  readonly isNamed: (place: Place) => boolean;
  /** Signals that have a weight in the recipe. */
  readonly signals: readonly (typeof itemSignals)[number][];
}

/**
 * Estimate for European languages. Texts in other languages have fewer characters per token, so the number of their
 * passages is estimated too low.
 */
const CHARS_PER_TOKEN = 4;

function candidatesOf(reranking: Reranking): Candidate[] {
  const { pool } = reranking;
  // Memories that were made from one conversation share their sources.
  const sources = new Map<ItemId, Candidate>();
  const sourceOf = (features: CandidateFeatures): Candidate => {
    const source = sources.get(features.id) ?? candidateOf(features, ownCoverage, reranking);
    sources.set(features.id, source);
    return source;
  };
  const linked = (id: ItemId) =>
    pool.sourceLinks.get(id)?.flatMap((ref) => {
      const features = pool.features.get(ref.id);
      return features ? [sourceOf(features)] : [];
    });
  return pool.candidateFeatures.map((features) =>
    candidateOf(features, coverageInGroup, reranking, linked(features.id)),
  );
}

type Coverage = NonNullable<ScoredItem['coverage']>;
const ownCoverage = ({ own }: Coverage): number => own;
const coverageInGroup = ({ own, group }: Coverage): number => Math.max(own, group);

function candidateOf(
  features: CandidateFeatures,
  coverageOf: (coverage: Coverage) => number,
  reranking: Reranking,
  sourceLinks?: readonly Candidate[],
): Candidate {
  const { pool, recipe, passageLength } = reranking;
  const { id, kind, length } = features;
  const scored = pool.scoresOf(id);
  let coverage = 0;
  for (const one of scored) if (one.coverage) coverage = Math.max(coverage, coverageOf(one.coverage));
  return {
    id,
    textKind: textKindOf(kind, length),
    passages: kind === 'message' ? Math.max(1, length / passageLength) : 1,
    scores: mergeScores(scored.map(({ scores }) => scores)),
    precedingQuestion: precedingQuestionOf(features, recipe)
      ? mergeScores(scored.map(({ precedingQuestion = {} }) => precedingQuestion))
      : undefined,
    session: kind === 'message' ? (features.group ?? undefined) : undefined,
    turn: turnOf(features),
    channel: features.channel,
    signals: signalsOf(features, coverage, reranking),
    sourceLinks,
  };
}

const mergeScores = (scores: readonly Scores[]): Scores => Object.assign({}, ...scores) as Scores;

/**
 * Returns the turn number of a message in a thread between people. In a thread with an assistant, returns none, since
 * each answer there follows its question and must get no support from preceding turns.
 */
const turnOf = ({ thread, turn }: CandidateFeatures): number | undefined =>
  thread === 'people' && turn !== null ? turn : undefined;

/**
 * Computes the signals of an item. Leaves out signals of strength 0, so that an explanation names only the signals that
 * counted.
 */
function signalsOf(
  features: CandidateFeatures,
  coverage: number,
  { context, isNamed, signals }: Reranking,
): NonNullable<Candidate['signals']> {
  const { speaker, role, store, category, strength, time, mentionedTime, questionShare, mentions, thread } = features;
  const item: ItemFeatures = {
    speaker,
    role,
    store,
    category,
    strength,
    time,
    mentionedTime,
    questionShare,
    mentions,
    thread,
    coverage,
    isPlaceNamed: isNamed(features),
    isOfProject: isOfProject(features, context.project),
  };
  const strengths: Partial<Record<ItemSignalName, number>> = {};
  for (const signal of signals) {
    const found = strengthOf(signal, context.query.question, item);
    if (found !== 0) strengths[signal.name] = found;
  }
  return strengths;
}
