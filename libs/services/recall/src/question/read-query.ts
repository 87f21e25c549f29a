import type { ItemId, Mode } from '@cairn/contracts';
import type { WordQuery } from '@cairn/ports';
import type { Question } from '@cairn/ranking';
import {
  asksForName,
  asksForNumber,
  asksForTime,
  askedRoleOf,
  parseQuery,
  readNames,
  timeRangesIn,
  type SaidAt,
} from '@cairn/text';
import type { EventTime } from './event-times.ts';
import type { People } from './speakers.ts';

/** A query as recall reads it. */
export interface ReadQuery {
  /** As it was asked. */
  readonly text: string;
  readonly words: WordQuery;
  /** What is embedded: known names are out, since they pull a sentence vector to every greeting (embeddings.md 6.3). */
  readonly meaning: string;
  readonly question: Question;
  /** The memory whose date the question's time is counted from. */
  readonly event?: ItemId | undefined;
}

export interface Asking {
  readonly query: string;
  readonly mode: Mode;
  readonly people: People;
  readonly asked: SaidAt;
}

/** The query with the time of the event that it counts from, which only the stores know. */
export const withEvent = (query: ReadQuery, { event, time }: EventTime): ReadQuery => ({
  ...query,
  event,
  question: { ...query.question, times: [time] },
});

export function readQuery({ query, mode, people, asked }: Asking): ReadQuery {
  const { meant, rest } = readNames(query, people.speakers, people.others);
  return {
    text: query,
    words: parseQuery(query),
    meaning: rest,
    question: {
      speakers: meant,
      askedRole: askedRoleOf(query),
      expects: { time: asksForTime(query), number: asksForNumber(query), name: asksForName(query) },
      times: timeRangesIn(query, asked),
      mode,
    },
  };
}
