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

export const itemKinds = ['memory', 'message'] as const;
export type ItemKind = (typeof itemKinds)[number];

export const itemStates = ['active', 'archived', 'superseded', 'deleted'] as const;
export const ItemState = z.enum(itemStates);
export type ItemState = z.infer<typeof ItemState>;

/** Who may read an item; `visibleTo` in scope.ts says what each word means. */
export const visibilities = ['private', 'peer', 'channel', 'team', 'org'] as const;
export const Visibility = z.enum(visibilities);
export type Visibility = z.infer<typeof Visibility>;

/** Words that an item may carry and no writer may send, with why: each would suggest a border that does not exist. */
const withoutBorder: Readonly<Record<string, string>> = {
  team: 'team is not enforced yet: everyone of the organisation would read it',
  channel:
    'channel is no border: an ordinary channel filters and does not hide, so everyone of the organisation would read it; leave visibility out for that',
};

/** Who may read a new item, as its writer may say it: only what is enforced. */
export const VisibilityInput = z.enum(['private', 'peer', 'org'], {
  error: ({ input }) =>
    typeof input === 'string' && Object.hasOwn(withoutBorder, input) ? withoutBorder[input] : undefined,
});
export type VisibilityInput = z.infer<typeof VisibilityInput>;

/** What a principal may do: each role includes those before it. */
export const roles = ['reader', 'writer', 'manager', 'admin'] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

/** Who speaks in a message: `user`, `assistant`, `system`, `tool`, or a word of the sender's own. */
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

/** A time as a caller may write it: epoch milliseconds, or ISO 8601 with a zone. It is epoch milliseconds from then on. */
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

/** A text of these rules whose lone surrogates become U+FFFD, so that every store keeps the same bytes. */
export const wellFormed = (text: z.ZodString) => text.transform((given) => given.toWellFormed());

/** Text of bounded length that is not only white space. */
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
