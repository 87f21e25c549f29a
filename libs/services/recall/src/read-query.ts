import type { Mode } from '@cairn/contracts';
import type { WordQuery } from '@cairn/ports';
import type { Question } from '@cairn/ranking';
import {
  asksForNumber,
  asksForTime,
  namesIn,
  parseQuery,
  timeRangesIn,
  voiceOf,
  withoutNames,
  type SaidAt,
} from '@cairn/text';

/** A query as recall reads it. */
export interface ReadQuery {
  readonly words: WordQuery;
  /** What is embedded: known names are out, since they pull a sentence vector to every greeting (embeddings.md 6.3). */
  readonly meaning: string;
  readonly question: Question;
}

export interface Asking {
  readonly query: string;
  readonly mode: Mode;
  /** Everyone that the query could name. */
  readonly speakers: readonly string[];
  readonly asked: SaidAt;
}

export function readQuery({ query, mode, speakers, asked }: Asking): ReadQuery {
  const named = namesIn(query, speakers);
  return {
    words: parseQuery(query),
    meaning: named.length > 0 ? withoutNames(query, named) : query,
    question: {
      speaker: named.length === 1 ? named[0]! : null,
      voice: voiceOf(query),
      wants: { time: asksForTime(query), number: asksForNumber(query) },
      times: timeRangesIn(query, asked),
      mode,
    },
  };
}
