import { extractedKinds, type Extracted, type ExtractedKind, type Quote } from '@cairn/extraction';
import type { JudgedSession } from './extraction-sets.ts';

/** Counts of one or several judged sessions. */
export interface SessionScore {
  readonly messages: number;
  readonly proposals: readonly { readonly kind: ExtractedKind; readonly gold: readonly ExtractedKind[] }[];
  readonly gold: readonly { readonly kind: ExtractedKind; readonly isMust: boolean; readonly isFound: boolean }[];
  readonly noise: readonly boolean[];
}

/** The share of a gold passage that a proposal must quote, 0 to 1. */
const OVERLAP_MIN = 0.5;

interface Place {
  readonly messageId: string;
  readonly start: number;
  readonly end: number;
}

/** Passages in which a proposal states something, without those that only tell what its words refer to. */
export const ownQuotes = ({ quotes }: Extracted): Quote[] => quotes.filter(({ isContext }) => !isContext);

/** Compares the proposals of a session with the passages of its author. */
export function scoreSession(session: JudgedSession, extracted: readonly Extracted[]): SessionScore {
  const proposals = extracted.map((one) => ({ kind: one.kind, quotes: ownQuotes(one) }));
  const placeOf = ({ messageId, quote }: { readonly messageId: string; readonly quote: string }): Place => {
    const content = session.messages.find(({ id }) => id === messageId)?.content ?? '';
    const start = content.indexOf(quote);
    if (start < 0)
      throw new Error(`The message ${messageId} of ${session.id} has no passage ${JSON.stringify(quote)}.`);
    return { messageId, start, end: start + quote.length };
  };
  const gold = session.gold.map((one) => ({ ...one, place: placeOf(one) }));
  const hits = (place: Place) => proposals.some(({ quotes }) => isQuoted(place, quotes));
  const isGold = ({ place, alsoMessageId }: (typeof gold)[number], quotes: readonly Quote[]) =>
    isQuoted(place, quotes) || quotes.some(({ messageId }) => messageId === alsoMessageId);
  return {
    messages: session.messages.length,
    proposals: proposals.map(({ kind, quotes }) => ({
      kind,
      gold: gold.filter((one) => isGold(one, quotes)).map((one) => one.kind),
    })),
    gold: gold.map((one) => ({
      kind: one.kind,
      isMust: one.worth === 'must',
      isFound: proposals.some(({ quotes }) => isGold(one, quotes)),
    })),
    noise: session.noise.map((one) => hits(placeOf(one))),
  };
}

const isQuoted = (place: Place, quotes: readonly Quote[]): boolean =>
  quotes
    .filter(({ messageId }) => messageId === place.messageId)
    .reduce(
      (sum, quote) => sum + Math.max(0, Math.min(quote.end, place.end) - Math.max(quote.start, place.start)),
      0,
    ) >=
  OVERLAP_MIN * (place.end - place.start);

/** Text of the figures of all sessions together. */
export function sessionsText(scores: readonly SessionScore[]): string {
  const [proposals, gold] = [scores.flatMap((one) => one.proposals), scores.flatMap((one) => one.gold)];
  const noise = scores.flatMap((one) => one.noise);
  const messages = scores.reduce((sum, one) => sum + one.messages, 0);
  const worth = proposals.filter((one) => one.gold.length > 0);
  const recallOf = (some: SessionScore['gold']) => share(some.filter(({ isFound }) => isFound).length, some.length);
  const byKind = extractedKinds.map((kind) => {
    const [made, wanted] = [proposals.filter((one) => one.kind === kind), gold.filter((one) => one.kind === kind)];
    const right = made.filter((one) => one.gold.length > 0);
    return `  ${kind.padEnd(11)} proposed ${String(made.length).padStart(3)}, worth keeping ${share(right.length, made.length)}, gold ${String(wanted.length).padStart(3)}, found ${recallOf(wanted)}`;
  });
  return [
    `${((100 * proposals.length) / messages).toFixed(1)} proposals a 100 messages, worth keeping ${share(worth.length, proposals.length)}, right kind ${share(worth.filter((one) => one.gold.includes(one.kind)).length, worth.length)}`,
    `found ${recallOf(gold)} of ${gold.length}, of those that must be kept ${recallOf(gold.filter(({ isMust }) => isMust))}; noise proposed ${share(noise.filter(Boolean).length, noise.length)} of ${noise.length}`,
    ...byKind,
  ].join('\n');
}

export const share = (part: number, all: number): string => (all === 0 ? '-' : (part / all).toFixed(3));
