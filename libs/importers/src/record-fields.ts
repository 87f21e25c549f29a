import { issuesInWords, limits, MessageInput } from '@cairn/contracts';
import type { Parsed, Place } from './parsed.ts';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text that is not empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A line that nothing is made of, and why. */
export const ignoredAt = (place: Place, why: string, text?: unknown): Parsed => ({
  type: 'ignored',
  place,
  why,
  ...(typeof text === 'string' && text.trim() !== '' && { text: text.trim().slice(0, EXAMPLE_MAX) }),
});

const EXAMPLE_MAX = 200;

/** What texts say of an item's origin, each as long as it may be. */
export function provenanceOf(said: Readonly<Record<string, unknown>>): Record<string, string> {
  const known = Object.entries(said).filter((entry): entry is [string, string] => textOf(entry[1]) !== undefined);
  return Object.fromEntries(known.map(([name, value]) => [name, value.slice(0, limits.provenanceValue.max)]));
}

/** A message of these fields, `undefined` being none; or that it says nothing, or why it is none. `wordless` is what it holds in place of words. */
export function messageAt(place: Place, fields: Readonly<Record<string, unknown>>, wordless?: string): Parsed {
  const { content } = fields;
  if (typeof content === 'string' && content.trim() === '')
    return wordless === undefined ? { type: 'blank', place } : ignoredAt(place, wordless);
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const parsed = MessageInput.safeParse(known);
  if (!parsed.success) return { type: 'failed', place, reason: issuesInWords(parsed.error.issues, 'record') };
  return { type: 'message', place, input: parsed.data };
}
