import { effectiveTime, type ConfidenceBasis, type Memory, type Store } from '@cairn/contracts';

/** The word of an agent that is no manager weighs so much. */
const AGENT_SHARE = 0.9;
/** Of the doubt, so much is left by each other who says the same. */
const DOUBT_LEFT = 0.7;
/** Of the confidence, so much is left by each memory that says otherwise. */
const DISPUTED_SHARE = 0.6;
/** What happened, was felt or was planned ages; what is known, and how things are done, holds until something says otherwise. Days. */
const HALF_LIFE_DAYS: Partial<Record<Store, number>> = { sensory: 7, prospective: 30, episodic: 180 };
/** However old a memory is, it was once so. */
const AGED_SHARE = 0.5;
const DAY_MS = 86_400_000;

/** What speaks for a memory and against it. */
export type ForAndAgainst = Pick<ConfidenceBasis, 'isTrusted' | 'senders' | 'contradictions'>;

const NOTHING_KNOWN: ForAndAgainst = { isTrusted: false, senders: 0, contradictions: 0 };

type Believed = Pick<Memory, 'store' | 'declaredConfidence' | 'timestamp' | 'createdAt'>;

/**
 * How far a memory is to be trusted at a time, epoch ms, in 0-1: where its writer began, less for an agent's word; nearer to 1 with each
 * other who says the same; a share of that for each open contradiction, and for the age of what ages. Another sender never lowers it,
 * a contradiction always does.
 */
export function memoryConfidence(memory: Believed, at: number, evidence = NOTHING_KNOWN): ConfidenceBasis {
  const { isTrusted, senders, contradictions } = evidence;
  const declared = memory.declaredConfidence;
  const base = declared * (isTrusted ? 1 : AGENT_SHARE);
  const corroborated = 1 - (1 - base) * DOUBT_LEFT ** senders;
  const ageShare = ageShareOf(memory.store, at - effectiveTime(memory));
  const confidence = corroborated * DISPUTED_SHARE ** contradictions * ageShare;
  return { confidence, declared, isTrusted, senders, contradictions, ageShare };
}

function ageShareOf(store: Store, ageMs: number): number {
  const days = HALF_LIFE_DAYS[store];
  if (days === undefined || ageMs <= 0) return 1;
  return AGED_SHARE + (1 - AGED_SHARE) * 0.5 ** (ageMs / DAY_MS / days);
}
