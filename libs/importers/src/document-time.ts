import { timeReader } from './foreign-times.ts';
import type { Retimed } from './parsed.ts';

/** Earliest time of a document: documents and version histories from other tools are older than chats. */
export const OLDEST_DOCUMENT_MS = Date.UTC(1975, 0);

/** Parses the date of a document. An impossible date is reported in `retimed`. */
export function documentTime(date: string | undefined): { timestamp?: number; retimed?: Retimed } {
  if (date === undefined) return {};
  const timestamp = timeReader({ since: OLDEST_DOCUMENT_MS })(date);
  return timestamp > 0 ? { timestamp } : { timestamp, retimed: { took: 'nothing', given: JSON.stringify(date) } };
}
