import { timeReader } from './foreign-times.ts';
import type { TimeReplacement } from './parsed.ts';

/** Earliest valid time of a document, in epoch ms. Documents and histories from other tools can be older than chats. */
export const OLDEST_DOCUMENT_MS = Date.UTC(1975, 0);

/** Parses the date of a document. An invalid date is reported in `retimed`. */
export function documentTime(date: string | undefined): { timestamp?: number; retimed?: TimeReplacement } {
  if (date === undefined) return {};
  const timestamp = timeReader({ since: OLDEST_DOCUMENT_MS })(date);
  return timestamp > 0 ? { timestamp } : { timestamp, retimed: { took: 'nothing', given: JSON.stringify(date) } };
}
