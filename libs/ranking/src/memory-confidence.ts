import type { ConfidenceBasis, Memory, Store } from '@cairn/contracts';
import { effectiveTime } from '@cairn/domain';

/** Factor on the declared confidence when an agent without the manager role wrote the memory. */
const AGENT_SHARE = 0.9;
/** Factor on the doubt (1 - confidence) for each other sender who says the same. */
const DOUBT_LEFT = 0.7;
/** Factor on the confidence for each memory that contradicts it. */
const DISPUTED_SHARE = 0.6;
/** Half-life in days. Memories of events, impressions and plans age; facts and procedures hold until something contradicts them. */
const HALF_LIFE_DAYS: Partial<Record<Store, number>> = { sensory: 7, prospective: 30, episodic: 180 };
/** Least factor that ageing applies. */
const AGED_SHARE = 0.5;
const DAY_MS = 86_400_000;

/** Evidence for a memory and against it. */
type ForAndAgainst = Pick<ConfidenceBasis, 'isTrusted' | 'senders' | 'contradictions'>;

const NOTHING_KNOWN: ForAndAgainst = { isTrusted: false, senders: 0, contradictions: 0 };

type Believed = Pick<Memory, 'store' | 'declaredConfidence' | 'timestamp' | 'createdAt'>;

/**
 * Confidence of a memory at a time (epoch ms), 0-1. It starts at the declared confidence, lower for an agent. Each other
 * sender of the same moves it nearer to 1; each open contradiction and, in some stores, age multiply it by a factor. Another sender
 * never lowers it, a contradiction always does.
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
