import { issuesInWords, limits, MessageInput } from '@cairn/contracts';
import type { Parsed, Place } from './parsed.ts';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text that is not empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Parses a date; 0 if the text is none. */
export function epochOf(timestamp: unknown): number {
  const epoch = typeof timestamp === 'string' ? Date.parse(timestamp) : NaN;
  return Number.isFinite(epoch) && epoch > 0 ? epoch : 0;
}

/** The first number of milliseconds, and of microseconds: smaller ones are seconds, and milliseconds. */
const MS_FROM = 100_000_000_000;
const MICROSECONDS_FROM = 100_000_000_000_000;

/** Epoch ms of a number of seconds, milliseconds or microseconds, told apart by its size; 0 where it is no time. */
export function epochMsOf(value: unknown): number {
  const time = typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
  if (!Number.isFinite(time) || time <= 0) return 0;
  if (time >= MICROSECONDS_FROM) return time >= MICROSECONDS_FROM * 1_000 ? 0 : Math.round(time / 1_000);
  return Math.round(time < MS_FROM ? time * 1_000 : time);
}

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

/** A message of these fields, `undefined` being none; or that it says nothing, or why it is none. */
export function messageAt(place: Place, fields: Readonly<Record<string, unknown>>): Parsed {
  const { content } = fields;
  if (typeof content === 'string' && content.trim() === '') return { type: 'blank', place };
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const parsed = MessageInput.safeParse(known);
  if (!parsed.success) return { type: 'failed', place, reason: issuesInWords(parsed.error.issues, 'record') };
  return { type: 'message', place, input: parsed.data };
}
