import type { Flag, Item } from '@cairn/contracts';
import type { Candidate } from '@cairn/ranking';
import { wordsInName } from '@cairn/text';
import type { CandidatePool } from './candidate-pool.ts';
import type { RecallContext } from '../question/recall-context.ts';

/**
 * The best message of another speaker must score higher than the best message of the named speaker by more than this.
 * With this value, half of the questions that name the wrong person are flagged, and 7 % of all other questions.
 */
const SPEAKER_MARGIN = 0.05;
const WORDS_SHARE = 0.3;

/**
 * Flags an answer as "said by X, not Y" if the question names Y, the first hit is a message of X, and this message fits
 * better than any message of Y. Sets no flag if the first hit is a message of Y, or a memory that mentions Y.
 */
export function findOtherSpeaker(
  { query }: RecallContext,
  pool: CandidatePool,
  candidates: readonly Candidate[],
  shown: readonly Item[],
): Extract<Flag, { code: 'said-by-another' }> | undefined {
  const { speakers: asked } = query.question;
  const by = asked.length > 0 ? firstSpeaker(shown, asked) : undefined;
  if (by === undefined || asked.includes(by)) return undefined;
  const speakers = new Map<string, string | null>(
    pool.candidateFeatures.map(({ id, speaker }) => [id, speaker] as const),
  );
  const bestOf = (some: readonly string[]) => {
    const own = candidates.filter(({ id }) => some.includes(speakers.get(id) ?? ''));
    return Math.max(-Infinity, ...own.map(fitOf));
  };
  return bestOf([by]) > bestOf(asked) + SPEAKER_MARGIN
    ? { code: 'said-by-another', asked: asked.join(' or '), by }
    : undefined;
}

/** Speaker of the first message among the hits; undefined if an earlier hit mentions a person in the question. */
function firstSpeaker(shown: readonly Item[], asked: readonly string[]): string | undefined {
  const at = shown.findIndex(({ kind }) => kind === 'message');
  const [message, before] = [shown[at], shown.slice(0, Math.max(0, at))];
  if (message?.kind !== 'message' || before.some((item) => mentionsAnySpeaker(item, asked))) return undefined;
  return message.speaker ?? undefined;
}

const mentionsAnySpeaker = (item: Item, asked: readonly string[]): boolean => {
  const words = new Set(wordsInName([item.author, item.content, 'title' in item ? item.title : ''].join(' ')));
  return asked.some((speaker) => wordsInName(speaker).some((word) => words.has(word)));
};

/**
 * Computes how well a message fits the question: its score of late interaction (the cosine if the model has no token
 * vectors) plus a fraction of its word score.
 */
const fitOf = ({ scores, precedingQuestion }: Candidate): number => {
  const meaning = precedingQuestion?.['tokens'] ?? scores['tokens'] ?? scores['vector'] ?? 0;
  return meaning + WORDS_SHARE * (scores['words'] ?? 0);
};
