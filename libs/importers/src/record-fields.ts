import { describeIssues, limits, MessageInput } from '@cairn/contracts';
import type { ParsedLine, Place } from './parsed.ts';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value if it is a text and not empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Builds the outcome of a line that yields no item; `why` is the reason. */
export const ignoredRecord = (place: Place, why: string, text?: unknown): ParsedLine => ({
  type: 'ignored',
  place,
  why,
  ...(typeof text === 'string' && text.trim() !== '' && { text: text.trim().slice(0, EXAMPLE_CHARS_MAX) }),
});

const EXAMPLE_CHARS_MAX = 200;

/** Builds the provenance of an item from texts by name; each text is cut to the maximum length. */
export function provenanceOf(texts: Readonly<Record<string, unknown>>): Record<string, string> {
  const known = Object.entries(texts).filter((entry): entry is [string, string] => textOf(entry[1]) !== undefined);
  return Object.fromEntries(known.map(([name, value]) => [name, value.slice(0, limits.provenanceValue.max)]));
}

/**
 * Builds a message from the fields that are defined: `blank` if it has no text, `failed` if it is invalid. `wordless` names the
 * kind of content in a message without text.
 */
export function messageAt(place: Place, fields: Readonly<Record<string, unknown>>, wordless?: string): ParsedLine {
  const { content } = fields;
  if (typeof content === 'string' && content.trim() === '')
    return wordless === undefined ? { type: 'blank', place } : ignoredRecord(place, wordless);
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const parsed = MessageInput.safeParse(known);
  if (!parsed.success) return { type: 'failed', place, reason: describeIssues(parsed.error.issues, 'record') };
  return { type: 'message', place, input: parsed.data };
}
