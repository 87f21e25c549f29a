import type { ItemId, Mode } from '@cairn/contracts';
import type { TextSearch, WordQuery } from '@cairn/ports';
import type { Question } from '@cairn/ranking';
import {
  askedNamesIn,
  asksForName,
  asksForNumber,
  asksForPerson,
  asksForTime,
  askedRoleOf,
  readNames,
  specificNamesIn,
  timeRangesIn,
  undatedWordsIn,
  type AskedName,
  type SaidAt,
  type SpecificName,
} from '@cairn/text';
import type { EventTime } from './event-times.ts';
import type { People } from './speakers.ts';

/** A parsed query. */
export interface ReadQuery {
  /** The original text of the question. */
  readonly text: string;
  readonly words: WordQuery;
  /** The text to embed. Known names are left out, since they draw a sentence vector towards every greeting. */
  readonly meaning: string;
  readonly question: Question;
  /** Names that the question is about; empty if it names a known speaker. */
  readonly names: readonly SpecificName[];
  /** All names of the question, also those of products and places; empty if it names a known speaker. */
  readonly askedNames: readonly AskedName[];
  /** Terms that the question is about: all words except numbers and dates. */
  readonly topic: readonly string[];
  /** Whether the question asks for a person by role or activity. */
  readonly wantsPerson: boolean;
  /** The memory with the date of the event to which the time in the question refers. */
  readonly event?: ItemId | undefined;
}

export interface QueryContext {
  readonly query: string;
  readonly mode: Mode;
  readonly people: People;
  readonly asked: SaidAt;
}

/** Adds to a query the time of the event that it names. */
export const addEvent = (query: ReadQuery, { event, time }: EventTime): ReadQuery => ({
  ...query,
  event,
  question: { ...query.question, times: [time] },
});

export function readQuery({ query, mode, people, asked }: QueryContext, index: Pick<TextSearch, 'queryOf'>): ReadQuery {
  const { named, meant, rest } = readNames(query, people.speakers, people.others);
  return {
    text: query,
    words: index.queryOf(query),
    meaning: rest,
    names: named.length > 0 ? [] : specificNamesIn(query),
    askedNames: named.length > 0 ? [] : askedNamesIn(query),
    wantsPerson: asksForPerson(query),
    topic: index.queryOf(undatedWordsIn(query).join(' ')).terms,
    question: {
      speakers: meant,
      askedRole: askedRoleOf(query),
      expects: { time: asksForTime(query), number: asksForNumber(query), name: asksForName(query) },
      times: timeRangesIn(query, asked),
      mode,
    },
  };
}
