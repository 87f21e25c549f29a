import type { Flag } from '@cairn/contracts';
import type { Candidate } from '@cairn/ranking';
import type { CandidatePool } from './candidate-pool.ts';
import type { RecallContext } from '../question/recall-context.ts';

/** How much better another speaker must fit. With it, half of the questions about the wrong person are flagged, and 7 % of the others. */
const MARGIN = 0.05;
const WORDS_SHARE = 0.3;

/** The flag "said by X, not Y": the question names Y, and a message of X fits better than any of Y's. */
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

/** Late interaction, or the cosine with a model without token vectors, with a share of the lexical score. */
const fitOf = ({ scores, precedingQuestion }: Candidate): number => {
  const meaning = precedingQuestion?.['tokens'] ?? scores['tokens'] ?? scores['vector'] ?? 0;
  return meaning + WORDS_SHARE * (scores['words'] ?? 0);
};
