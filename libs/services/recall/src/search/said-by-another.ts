import type { Flag } from '@cairn/contracts';
import type { Candidate } from '@cairn/ranking';
import type { CandidatePool } from './candidate-pool.ts';
import type { RecallContext } from '../question/recall-context.ts';

/** Someone else must fit better by so much; it marks half of the questions put to the wrong person, and 7 % of the others. */
const MARGIN = 0.05;
const WORDS_SHARE = 0.3;

/** The flag "said by X, not Y": the question names a person, and another one's message fits it better than any of theirs. */
export function saidByAnother(
  { query }: RecallContext,
  pool: CandidatePool,
  candidates: readonly Candidate[],
): Extract<Flag, { code: 'said-by-another' }> | undefined {
  const { speakers: asked } = query.question;
  if (asked.length === 0) return undefined;
  const speakers = new Map<string, string | null>(
    pool.candidateFeatures.map(({ id, speaker }) => [id, speaker] as const),
  );
  const best = new Map<string, number>();
  for (const candidate of candidates) {
    const speaker = speakers.get(candidate.id);
    if (speaker) best.set(speaker, Math.max(best.get(speaker) ?? -Infinity, fitOf(candidate)));
  }
  const own = Math.max(...asked.map((speaker) => best.get(speaker) ?? -Infinity));
  for (const speaker of asked) best.delete(speaker);
  const [by, fit] = [...best].reduce((one, other) => (other[1] > one[1] ? other : one), ['', -Infinity]);
  return fit > own + MARGIN ? { code: 'said-by-another', asked: asked.join(' or '), by } : undefined;
}

/** A model without token vectors tells by the whole text. */
const fitOf = ({ scores, precedingQuestion }: Candidate): number => {
  const meaning = precedingQuestion?.['tokens'] ?? scores['tokens'] ?? scores['vector'] ?? 0;
  return meaning + WORDS_SHARE * (scores['words'] ?? 0);
};
