import type { Category, Mode, Store, TimeRange } from '@cairn/contracts';
import { modeFit } from './modes.ts';
import type { OwnSignal } from './recipes.ts';

/** What a question asks for, beside its words and its meaning. */
export interface Question {
  /** The one person that it names: every known speaker whom the name can mean. */
  readonly speakers: readonly string[];
  /** Whose own words it asks after. */
  readonly voice: 'asker' | 'assistant' | null;
  /** The kind of answer that it wants. */
  readonly wants: { readonly time: boolean; readonly number: boolean; readonly name: boolean };
  /** The times that it names. */
  readonly times: readonly TimeRange[];
  readonly mode: Mode;
}

/** What is known of a candidate, beside its words and its meaning. */
export interface Facts {
  readonly speaker: string | null;
  readonly role: string | null;
  readonly store: Store | null;
  readonly category: Category | null;
  /** Whether the question names its channel or subchannel. */
  readonly isPlaceNamed: boolean;
  /** When it was said, epoch ms. */
  readonly time: number;
  /** The time that it tells of. */
  readonly told?: TimeRange | undefined;
  /** The share of its text that asks, 0-1. */
  readonly questionShare: number;
  readonly says: { readonly time: boolean; readonly number: boolean; readonly name: boolean; readonly rule: boolean };
  /** Whether an assistant speaks in its session; null for a memory. */
  readonly thread: 'people' | 'assistant' | null;
  /** The share of the query's idf that its session or document holds, 0-1. */
  readonly covered: number;
}

/** How strong each signal is, 0-1, before its weight. Source: recall.md section 2; of `place`, `answerName` and `standing`, docs/recipe.md. */
export const signals: Readonly<Record<OwnSignal, (question: Question, facts: Facts) => number>> = {
  speaker: ({ speakers }, { speaker }) => Number(speaker !== null && speakers.includes(speaker)),
  place: (_, { isPlaceNamed }) => Number(isPlaceNamed),
  mode: ({ mode }, facts) => modeFit(mode, facts),
  time: ({ times }, facts) => timeFit(times, facts),
  coverage: (_, { covered }) => covered,
  question: (_, { thread, questionShare }) => (thread === 'people' ? questionShare : 0),
  answerType: ({ wants }, { thread, says }) =>
    Number(thread === 'people' && ((wants.time && says.time) || (wants.number && says.number))),
  answerName: ({ wants }, { thread, says }) => Number(thread === 'people' && wants.name && says.name),
  standing: (_, { thread, role, says }) => Number(thread === 'assistant' && role === 'user' && says.rule),
  firstPerson: ({ voice }, { thread, role }) =>
    Number(thread === 'assistant' && role !== null && role === speakerOf(voice)),
};

const speakerOf = (voice: Question['voice']): string | null => (voice === 'asker' ? 'user' : voice);

const DAY_MS = 86_400_000;
/** Days are often meant in another time zone than they were said in. */
const SLACK_MS = DAY_MS;
/** People tell of a thing for some days after it. */
const TOLD_AFTER_MS = 7 * DAY_MS;

/** How well a text fits the named times: 1 if it was said in one or tells of one, then falling to 0 within a week after. */
export function timeFit(times: readonly TimeRange[], { time, told }: Pick<Facts, 'time' | 'told'>): number {
  let best = 0;
  for (const range of times) {
    if (told && told.from < range.to && told.to > range.from) return 1;
    best = Math.max(best, saidFit(range, time));
  }
  return best;
}

function saidFit({ from, to }: TimeRange, time: number): number {
  if (time < from - SLACK_MS) return 0;
  const late = time - (to + SLACK_MS);
  return late <= 0 ? 1 : Math.max(0, 1 - late / TOLD_AFTER_MS);
}

/** The range in which `timeFit` is not 0, but for texts that tell of another time. */
export const timeReach = ({ from, to }: TimeRange): TimeRange => ({
  from: Math.max(0, from - SLACK_MS),
  to: to + SLACK_MS + TOLD_AFTER_MS,
});
