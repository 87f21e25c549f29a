import { z } from 'zod';
import { limits } from './limits.ts';

export const stores = ['sensory', 'episodic', 'semantic', 'procedural', 'prospective'] as const;
export const Store = z.enum(stores);
export type Store = z.infer<typeof Store>;

export const categories = [
  'decision',
  'lesson',
  'person',
  'rule',
  'event',
  'fact',
  'goal',
  'workflow',
  'conversation',
  'skill',
] as const;
export const Category = z.enum(categories);
export type Category = z.infer<typeof Category>;

export const modes = ['general', 'decision', 'project', 'people', 'workflow', 'conversation'] as const;
export const Mode = z.enum(modes);
export type Mode = z.infer<typeof Mode>;

/** A note is stored as its sections, each of which is an item. */
export const itemKinds = ['memory', 'message', 'note'] as const;
export type ItemKind = (typeof itemKinds)[number];

export const itemStates = ['active', 'archived', 'superseded', 'deleted'] as const;
export const ItemState = z.enum(itemStates);
export type ItemState = z.infer<typeof ItemState>;

/** A team's items, as their visibility names it: `team:` and its id. */
export type TeamWord = `team:${string}`;
const teamWord = (rest: RegExp) => z.string().regex(rest) as unknown as z.ZodType<TeamWord, TeamWord>;

/** Who may read an item, apart from teams; `team` alone is an old word for `org`. `visibleTo` in scope.ts defines each. */
export const visibilities = ['private', 'peer', 'channel', 'team', 'org'] as const;
export const Visibility = z.union([
  z.enum(visibilities),
  teamWord(/^team:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
]);
export type Visibility = z.infer<typeof Visibility>;

/** The visibility that a writer may give a new item. A team is named by its name or its id. */
export const VisibilityInput = z
  .string()
  .regex(
    /^(?:private|peer|org|team:[^\u0000-\u001f\u007f]{1,300})$/,
    'private, peer, org, or team:NAME with a team of yours',
  ) as unknown as z.ZodType<'private' | 'peer' | 'org' | TeamWord, 'private' | 'peer' | 'org' | TeamWord>;
export type VisibilityInput = z.infer<typeof VisibilityInput>;

/** What a principal may do: each role includes those before it. */
export const roles = ['reader', 'writer', 'manager', 'admin'] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

/** The role of a message's speaker: `user`, `assistant`, `system`, `tool`, or another word of the sender. */
export const SpeakerRole = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,39}$/i, 'a word of 1-40 letters, digits, - and _, such as user, assistant or system');

/** Epoch milliseconds; 0 means unknown. */
export const EpochMs = z.number().int().min(0).max(8_640_000_000_000_000);

const TIME_FORMS = 'epoch milliseconds, or ISO 8601 with seconds and a zone, such as 2026-03-01T09:00:00Z';
const isoTime = z.iso.datetime({ offset: true });

const IsoTime = z
  .string()
  .refine((text) => isoTime.safeParse(text).success && Date.parse(text) >= 0, TIME_FORMS)
  .transform((text) => Date.parse(text))
  .meta({ format: 'date-time' });

/** A time in a request: epoch milliseconds, or ISO 8601 with a zone. It is parsed to epoch milliseconds. */
export const TimeInput = z.union([EpochMs, IsoTime], { error: TIME_FORMS });

/** A stretch of time, epoch ms; `to` is exclusive. */
export const TimeRange = z.object({ from: EpochMs, to: EpochMs });
export type TimeRange = z.infer<typeof TimeRange>;

/** IANA name of a time zone. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: 'must be an IANA time zone, such as UTC or Europe/Berlin' });

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const isBlank = (text: string) => text.trim() === '';

/** A string schema that replaces lone surrogates by U+FFFD, so that every store keeps the same bytes. */
export const wellFormed = (text: z.ZodString) => text.overwrite((given) => given.toWellFormed());

/** Text of bounded length with more than white space. */
export const boundedText = ({ min, max }: { readonly min: number; readonly max: number }) =>
  wellFormed(
    z
      .string()
      .min(min)
      .max(max)
      .refine((text) => !isBlank(text), 'must not be blank'),
  );

export const Name = boundedText(limits.name);
export const Tag = boundedText(limits.tag).transform((tag) => tag.trim());
