import type { ConfidenceBasis, Memory, Store, Trust } from '@cairn/contracts';
import { effectiveTime } from '@cairn/domain';

/** The declared confidence is multiplied by this when an agent without the manager role wrote the memory. */
const AGENT_FACTOR = 0.9;
/** The doubt (1 - confidence) is multiplied by this for each further sender who says the same. */
const DOUBT_FACTOR = 0.7;
/** The confidence is multiplied by this for each memory that contradicts the memory. */
const CONTRADICTION_FACTOR = 0.6;
/**
 * Half-life of a memory in days, by store. Impressions, plans and events lose confidence with age. Facts and
 * procedures, which have no entry, keep it until something contradicts them.
 */
const HALF_LIFE_DAYS_BY_STORE: Partial<Record<Store, number>> = { sensory: 7, prospective: 30, episodic: 180 };
/** Lower limit of the factor by which age multiplies the confidence. */
const AGE_FACTOR_MIN = 0.5;
const DAY_MS = 86_400_000;

/** Evidence for and against a memory. */
type Evidence = Pick<ConfidenceBasis, 'isTrusted' | 'senders' | 'contradictions'>;

const NO_EVIDENCE: Evidence = { isTrusted: false, senders: 0, contradictions: 0 };

/** The confidence in a proposal is multiplied by this, since nobody has confirmed it. */
const PROPOSED_FACTOR = 0.8;
/** The doubt is multiplied by this when a person confirmed the memory. */
const CONFIRMED_FACTOR = 0.5;

/** The confidence in a text that reads like planted instructions is multiplied by this. */
const SUSPECT_FACTOR = 0.5;

type RatedMemory = Pick<
  Memory,
  'store' | 'declaredConfidence' | 'timestamp' | 'createdAt' | 'state' | 'confirmedAt'
> & {
  /** Whether its text reads like planted instructions, and nobody confirmed it. */
  readonly isSuspect?: boolean | undefined;
  /** Whether an import brought it, and it would bind if a person confirmed it. */
  readonly isUnconfirmed?: boolean | undefined;
};

/**
 * Trust in a memory, in one word. Undefined for a memory that its writer states and that nothing confirms or
 * contradicts.
 */
export function trustOf(
  {
    state,
    confirmedAt,
    isSuspect,
    isUnconfirmed,
  }: Pick<RatedMemory, 'state' | 'confirmedAt' | 'isSuspect' | 'isUnconfirmed'>,
  contradictions = 0,
): Trust | undefined {
  if (state === 'proposed') return 'proposed';
  if (isSuspect) return 'suspect';
  if (isUnconfirmed) return 'unconfirmed';
  if (contradictions > 0) return 'disputed';
  return confirmedAt === undefined ? undefined : 'confirmed';
}

/**
 * Confidence of a memory at the time `at` (epoch ms), 0-1. It starts at the declared confidence, which is lowered if an
 * agent wrote the memory. Each further sender who says the same moves it nearer to 1, and so does a person who confirms
 * the memory. It is multiplied by a factor below 1 for a proposal, for signs of planted instructions, for each open contradiction, and in some stores for
 * age.
 */
export function combineConfidence(memory: RatedMemory, at: number, evidence = NO_EVIDENCE): ConfidenceBasis {
  const { isTrusted, senders, contradictions } = evidence;
  const declared = memory.declaredConfidence;
  const base = declared * (isTrusted ? 1 : AGENT_FACTOR);
  const isConfirmed = memory.confirmedAt !== undefined;
  const corroborated = 1 - (1 - base) * DOUBT_FACTOR ** senders * (isConfirmed ? CONFIRMED_FACTOR : 1);
  const proposedShare = memory.state === 'proposed' ? PROPOSED_FACTOR : 1;
  const ageShare = ageFactorOf(memory.store, at - effectiveTime(memory));
  const doubted = proposedShare * (memory.isSuspect ? SUSPECT_FACTOR : 1);
  const confidence = corroborated * CONTRADICTION_FACTOR ** contradictions * ageShare * doubted;
  return { confidence, declared, isTrusted, senders, contradictions, ageShare };
}

function ageFactorOf(store: Store, ageMs: number): number {
  const days = HALF_LIFE_DAYS_BY_STORE[store];
  if (days === undefined || ageMs <= 0) return 1;
  return AGE_FACTOR_MIN + (1 - AGE_FACTOR_MIN) * 0.5 ** (ageMs / DAY_MS / days);
}
