import type { ItemId } from '@cairn/contracts';
import type { CandidateFeatures } from '@cairn/ports';
import type { Recipe } from '@cairn/ranking';
import type { ItemRef } from '../question/recall-context.ts';

/**
 * Returns the id of the message right before this one, if that message is a question and both are in a thread between
 * people. A question to an assistant is evidence itself.
 */
export function precedingQuestionOf({ thread, previous }: CandidateFeatures, recipe: Recipe): ItemId | undefined {
  const isAnswer = previous && thread === 'people' && isQuestion(previous.questionShare, recipe);
  return isAnswer ? previous.id : undefined;
}

/**
 * Finds, for each question among these messages, the message right after it, since an answer often shares no word with
 * its question.
 */
export function findAnswers(features: readonly CandidateFeatures[], recipe: Recipe): ItemRef[] {
  const known = new Set(features.map(({ id }) => id));
  return features.flatMap(({ thread, questionShare, next }) =>
    next && thread === 'people' && isQuestion(questionShare, recipe) && !known.has(next.id)
      ? [{ kind: 'message', id: next.id }]
      : [],
  );
}

const isQuestion = (share: number, { context }: Recipe): boolean => share >= context.questionShareMin;
