/** Times of visits, epoch ms: `seenUntil` is the end of the visit before this one, `at` the last sign of this one. */
interface Visits {
  readonly seenUntil: number;
  readonly at: number;
}

/** A pause in ms after which the next look is a new visit. */
const PAUSE_MS = 30 * 60_000;

/** Computes the visits after a look at Home. A look within the pause continues the same visit. */
export function visitsAfter(before: Visits | undefined, now: number): Visits {
  if (!before) return { seenUntil: 0, at: now };
  return { seenUntil: now - before.at > PAUSE_MS ? before.at : before.seenUntil, at: now };
}

const keyOf = (principalId: string) => `cairn:home:${principalId}`;

/** Records a look at Home in this browser. Returns the time until which the person has seen everything; 0: never. */
export function recordVisit(principalId: string): number {
  const visits = visitsAfter(readVisits(principalId), Date.now());
  localStorage.setItem(keyOf(principalId), JSON.stringify(visits));
  return visits.seenUntil;
}

function readVisits(principalId: string): Visits | undefined {
  try {
    const { seenUntil, at } = JSON.parse(localStorage.getItem(keyOf(principalId)) ?? '') as Partial<Visits>;
    return typeof seenUntil === 'number' && typeof at === 'number' ? { seenUntil, at } : undefined;
  } catch {
    return undefined;
  }
}
