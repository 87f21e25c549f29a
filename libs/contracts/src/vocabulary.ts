import { z } from 'zod';
import { TIME_MIN_MS, endOfPeriod, isPeriod, startOfPeriod, timeZoneOfRequest } from './days.ts';
import { limits } from './limits.ts';
import { markIdentifying } from './secret-rules.ts';

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

/** Kinds of items. A note is stored as sections, and each section is an item. */
export const itemKinds = ['memory', 'message', 'note'] as const;
export type ItemKind = (typeof itemKinds)[number];

/**
 * States of items. A proposed memory binds nobody. Its owner and its reviewers see it until somebody keeps or rejects
 * it.
 */
export const itemStates = ['active', 'proposed', 'archived', 'superseded', 'deleted'] as const;
export const ItemState = z.enum(itemStates);
export type ItemState = z.infer<typeof ItemState>;

/**
 * Trust in a memory, in one word. A memory without such a word is stated by its writer, and nothing confirms or
 * disputes it.
 */
const trustWords = ['proposed', 'confirmed', 'unconfirmed', 'suspect', 'disputed'] as const;
export const Trust = z
  .enum(trustWords)
  .describe(
    'proposed: it waits for a review; confirmed: a person confirmed it; unconfirmed: a rule, a decision or a prohibition that an import brought, which binds nobody until a person confirms it; suspect: its text reads like instructions that were planted for models; disputed: another memory that holds says otherwise; absent: stated by its writer',
  );
export type Trust = z.infer<typeof Trust>;

/** Signs of planted instructions that the text of an item has. */
export const Signals = z
  .array(z.string())
  .optional()
  .describe('Signs that its text was planted to make models act, such as override or conceal; absent: none');

/** Kind of the principal who stored an item, or an import, which brings what others wrote. */
export const WrittenBy = z
  .enum(['person', 'agent', 'import'])
  .describe('Kind of who stored it: a person, an agent, or an import of what others wrote; absent: unknown');
export type WrittenBy = z.infer<typeof WrittenBy>;

/** Visibility of a team's items: `team:` followed by the team's id. */
export type TeamWord = `team:${string}`;
const teamWord = (rest: RegExp) => z.string().regex(rest) as unknown as z.ZodType<TeamWord, TeamWord>;

/**
 * Visibilities, without the visibilities of single teams. `team` alone is an old word for `org`. `isVisible` of the
 * domain defines what each visibility means.
 */
export const visibilities = ['private', 'peer', 'channel', 'team', 'org'] as const;
export const Visibility = z.union([
  z.enum(visibilities),
  teamWord(/^team:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
]);
export type Visibility = z.infer<typeof Visibility>;

/** Visibility that a writer may give to a new item; a team is named by its name or id. */
export const VisibilityInput = markIdentifying(
  z
    .string()
    .regex(
      /^(?:private|peer|org|team:[^\u0000-\u001f\u007f]{1,300})$/,
      'private, peer, org, or team:NAME with a team of yours',
    ),
) as unknown as z.ZodType<'private' | 'peer' | 'org' | TeamWord, 'private' | 'peer' | 'org' | TeamWord>;
export type VisibilityInput = z.infer<typeof VisibilityInput>;

/** Roles of principals, lowest first. Each role has the rights of all lower roles. */
export const roles = ['reader', 'writer', 'manager', 'admin'] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

/** Role of a message's speaker: `user`, `assistant`, `system`, `tool`, or another word of the sender. */
export const SpeakerRole = markIdentifying(
  z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,39}$/i, 'a word of 1-40 letters, digits, - and _, such as user, assistant or system'),
);

/** Epoch milliseconds. */
export const EpochMs = z.number().int().min(0).max(8_640_000_000_000_000);

/** Time of an item in epoch milliseconds; null if unknown. */
export const MaybeTime = EpochMs.min(1).nullable();

const TIME_MAX_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const TIME_FORMS =
  'epoch milliseconds (not seconds) from 1973-03-04 to 9999, ISO 8601 with seconds and a zone, such as 2026-03-01T09:00:00Z, or a day, week, month or year, such as 2026-03-01, 2026-W10, 2026-03, 2026';

const isKnownMs = (at: number) => at >= TIME_MIN_MS && at <= TIME_MAX_MS;
const epochMsWithForms = (forms: string) =>
  z.number().int(forms).refine(isKnownMs, forms).meta({ minimum: TIME_MIN_MS, maximum: TIME_MAX_MS });
const MsOrUnknown = z
  .number()
  .int(`must be ${TIME_FORMS}`)
  .refine((at) => at === 0 || isKnownMs(at), `must be ${TIME_FORMS}`)
  .meta({ minimum: 0, maximum: TIME_MAX_MS, anyOf: [{ const: 0 }, { minimum: TIME_MIN_MS }] });

const isoTime = z.iso.datetime({ offset: true });
const isTime = (text: string): boolean =>
  isoTime.safeParse(text).success && Date.parse(text) >= TIME_MIN_MS && Date.parse(text) <= TIME_MAX_MS;

const IsoTime = z
  .string()
  .refine(isTime, TIME_FORMS)
  .transform((text) => Date.parse(text))
  .meta({ format: 'date-time' });

/** Years, months and weeks as JSON Schema. Of weeks without the 53rd, which only some years have. */
const PERIOD_PATTERN = '^(197[4-9]|19[89]\\d|[2-9]\\d{3})(-(0[1-9]|1[0-2])|-W(0[1-9]|[1-4]\\d|5[0-2]))?$';

const parsePeriodAs = (timeOf: (period: string, timeZone: string) => number) =>
  z
    .string()
    .refine(isPeriod, TIME_FORMS)
    .transform((period) => timeOf(period, timeZoneOfRequest()))
    .meta({ anyOf: [{ format: 'date' }, { pattern: PERIOD_PATTERN }] });

const timeWithPeriod = (timeOf: (period: string, timeZone: string) => number) =>
  z.union([MsOrUnknown, IsoTime, parsePeriodAs(timeOf)], { error: TIME_FORMS });

/** Last moment of a period, in epoch ms. */
const lastMsOf = (period: string, timeZone: string): number => endOfPeriod(period, timeZone) - 1;

/**
 * Time in a request, which is parsed to epoch milliseconds. It is sent as epoch milliseconds, as ISO 8601 with a zone,
 * or as a day, week, month or year, which means its start in the time zone of the request.
 */
export const TimeInput = timeWithPeriod(startOfPeriod);

/** Time of an item in a request. An unknown time is left out or null, and parsed to 0, as the stores keep it. */
export const MaybeTimeInput = TimeInput.nullish().transform((at) => at ?? 0);

/** Last moment of a period in a request, in epoch ms; a day, week, month or year is included as a whole. */
export const TimeUntil = timeWithPeriod(lastMsOf);

const knownTime = (forms: string, timeOf: (period: string, timeZone: string) => number) =>
  z.union([epochMsWithForms(`must be ${forms}`), IsoTime, parsePeriodAs(timeOf)], { error: forms });

/** Time from which something is valid. An unknown time is left out; 0 is refused. */
export const ValidFrom = knownTime(`before validTo, or left out, not 0: ${TIME_FORMS}`, startOfPeriod);

/** Time until which something is valid, exclusive; a day, week, month or year counts until its end. */
export const ValidTo = knownTime(`after validFrom, or left out, not 0: ${TIME_FORMS}`, endOfPeriod);

/** Period in epoch ms; `to` is exclusive. */
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

/** Makes a string schema replace lone surrogates by U+FFFD, so that every store keeps the same bytes. */
export const replaceLoneSurrogates = (text: z.ZodString) => text.overwrite((given) => given.toWellFormed());

/** Text of limited length that contains more than white space. */
export const boundedText = ({ min, max }: { readonly min: number; readonly max: number }) =>
  replaceLoneSurrogates(
    z
      .string()
      .min(min)
      .max(max)
      .refine((text) => !isBlank(text), 'must not be blank'),
  );

/** Name that identifies something: a channel, a session, a source or a person. */
export const Name = markIdentifying(boundedText(limits.name));

/** Name of a project, in lower case, since hosts of repositories ignore case. */
export const ProjectName = Name.transform((name) => name.trim().toLowerCase());

/** Name that people give to something, but that does not identify it. */
export const Label = boundedText(limits.name);
export const Tag = boundedText(limits.tag).transform((tag) => tag.trim());
