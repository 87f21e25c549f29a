import type { Part, Ranked } from '@cairn/ranking';

/** Least difference of points that an explanation mentions. */
const NOTICEABLE_POINTS_MIN = 0.02;
const SIGNALS_SHOWN_MAX = 3;

/**
 * Maps each signal to a phrase. The phrase completes a sentence about a hit that has the signal, or has more of the
 * signal than the next hit.
 */
const phraseBySignal: Readonly<Record<string, string>> = {
  words: 'has your words',
  vector: 'means much the same',
  tokens: 'means much the same word by word',
  speaker: 'is by the person you name',
  place: 'is in the place you name',
  time: 'is of the time you name',
  coverage: 'stands in a conversation or document that holds your words',
  question: 'asks less than it states',
  answerType: 'names a date or a number, as you ask for',
  answerName: 'names somebody or something, as you ask for',
  standingInstruction: 'gives an instruction that holds from then on',
  firstPerson: 'is the word of the one you ask after',
  mode: 'is of a kind that the mode prefers',
  id: 'has the id that you ask for',
  person: 'is of a person, as you ask for one',
  graphAnswer: 'states the relation by which the graph answers',
  memoriesFirst: 'is a memory or note, which comes before messages that answer no better',
  doubted: 'was not called wrong or outdated as often',
  proven: 'served people who said so',
  project: 'belongs to the project that you work on',
  lineage: 'is backed by what it was made from, or what was made from it',
  session: 'is backed by other turns of its conversation',
  continuation: 'follows a turn that fits',
  renewal: 'is newer than what it renews',
};

/**
 * Explains the rank of a hit. First come the signals that raised the hit, then the signals that rank it above the next
 * hit, strongest first.
 */
export function explainRank(hit: Ranked, next: Ranked | undefined): string {
  const lifted = strongestSignals(hit.parts.map(({ signal, points }) => ({ signal, points })));
  const why = lifted.length === 0 ? 'Little speaks for it.' : `It ${describeSignals(lifted)}.`;
  return [why, ...doubtOf(hit.parts), ...(next ? [belowOf(hit, next)] : [])].join(' ');
}

/** Makes a sentence about negative feedback, which an explanation always mentions. */
const doubtOf = (parts: readonly Part[]): string[] =>
  parts
    .filter(({ signal, points }) => signal === 'doubted' && points <= -NOTICEABLE_POINTS_MIN)
    .map(({ points }) => `It was called wrong or outdated (${points.toFixed(2)}).`);

function belowOf(hit: Ranked, next: Ranked): string {
  const gap = hit.rankScore - next.rankScore;
  if (gap < NOTICEABLE_POINTS_MIN) return 'The next one is about as good.';
  const ahead = strongestSignals(diffSignals(hit.parts, next.parts));
  return `The next one stands ${gap.toFixed(2)} below, since more speaks for this one: it ${describeSignals(ahead)}.`;
}

interface SignalPoints {
  readonly signal: string;
  readonly points: number;
}

function diffSignals(parts: readonly Part[], others: readonly Part[]): SignalPoints[] {
  const signals = new Set([...parts, ...others].map(({ signal }) => signal));
  const pointsIn = (some: readonly Part[], signal: string) =>
    some.reduce((sum, part) => (part.signal === signal ? sum + part.points : sum), 0);
  return [...signals].map((signal) => ({ signal, points: pointsIn(parts, signal) - pointsIn(others, signal) }));
}

const strongestSignals = (signals: readonly SignalPoints[]): SignalPoints[] =>
  signals
    .filter(({ points }) => points >= NOTICEABLE_POINTS_MIN)
    .sort((one, other) => other.points - one.points)
    .slice(0, SIGNALS_SHOWN_MAX);

/** Lists signals in words; a signal without words is shown by its name. */
const describeSignals = (signals: readonly SignalPoints[]): string =>
  signals
    .map(({ signal, points }) => `${phraseBySignal[signal] ?? `has the signal ${signal}`} (+${points.toFixed(2)})`)
    .join(', ') || 'has a little of everything';
