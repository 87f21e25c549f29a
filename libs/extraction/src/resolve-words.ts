import { spokenTimesIn } from '@cairn/text';
import type { ConversationMessage, ResolvedWords } from './extracted.ts';
import { isPast } from './marks.ts';

export interface Resolution {
  readonly resolved: readonly ResolvedWords[];
  /** End of the latest time that the statement names, in epoch ms. */
  readonly until?: number;
}

const SPEAKER_WORD = /(?<![\p{L}\p{N}.])(?:i|my|me|mine|myself)(?![\p{L}\p{N}.])/iu;
const DAY_MS = 86_400_000;

/** Resolves the words of a statement that depend on who said it and when. Days are in UTC, since the zone of the speaker is unknown. */
export function resolveWords(text: string, { speaker, timestamp = 0 }: ConversationMessage): Resolution {
  const times = spokenTimesIn(text, { at: timestamp, timeZone: 'UTC', isPast: isPast(text) });
  const [self] = speaker === undefined ? [] : (SPEAKER_WORD.exec(text) ?? []);
  const resolved = [
    ...(self === undefined ? [] : [{ words: self, means: speaker! }]),
    ...times.map(({ words, range }) => ({ words, means: daysOf(range) })),
  ];
  const ends = times.map(({ range }) => range.to);
  return { resolved, ...(ends.length > 0 && { until: Math.max(...ends) }) };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function daysOf({ from, to }: { readonly from: number; readonly to: number }): string {
  const [first, last] = [dayOf(from), dayOf(to - 1)];
  return to - from <= DAY_MS || first === last ? first : `${first} to ${last}`;
}
