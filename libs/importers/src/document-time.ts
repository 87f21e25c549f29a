import { timeReader } from './foreign-times.ts';
import type { Retimed } from './parsed.ts';

/** Documents are older than chats, and histories of versions carried over from other tools are, too. */
export const OLDEST_DOCUMENT_MS = Date.UTC(1975, 0);

/** The time of a document by the date that it names. A date that cannot be is none. */
export function documentTime(date: string | undefined): { timestamp?: number; retimed?: Retimed } {
  if (date === undefined) return {};
  const timestamp = timeReader({ since: OLDEST_DOCUMENT_MS })(date);
  return timestamp > 0 ? { timestamp } : { timestamp, retimed: { took: 'nothing', given: JSON.stringify(date) } };
}
