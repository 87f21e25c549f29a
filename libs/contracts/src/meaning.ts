import { z } from 'zod';
import { limits } from './limits.ts';
import { boundedText } from './vocabulary.ts';

const NormText = boundedText(limits.normText);
const NormTexts = z.array(NormText).max(limits.normTexts.max).optional();

/** Strengths of a norm: `must` may stop an action; `advice` and `step` (a step that is due) only warn. */
export const normStrengths = ['must', 'advice', 'step'] as const;

const NumberBound = z
  .strictObject({ above: z.number().optional(), below: z.number().optional() })
  .refine(({ above, below }) => (above === undefined) !== (below === undefined), 'needs either above or below');

/** Parts of a norm that say what it forbids. A norm has at least one of these parts. */
const forbiddenParts = ['names', 'words', 'verbs'] as const;

/** An action that a rule forbids, in structured form. */
export const Norm = z
  .strictObject({
    names: NormTexts.describe('Commands with flags, paths, globs, calls, SQL words, as typed'),
    words: NormTexts.describe('Things with no typed name: customer data'),
    verbs: NormTexts.describe('Done to it: delete, send; none: using it at all'),
    within: NormTexts.describe('Only in these paths, hosts, tables, branches'),
    environments: NormTexts.describe('Only there: production, staging, ci, local'),
    without: NormTexts.describe('Only if the act lacks these: --dry-run, WHERE'),
    except: NormTexts.describe('Allowed all the same'),
    number: NumberBound.optional().describe('Only with such a number'),
    strength: z.enum(normStrengths).default('must').describe('must may stop; others caution'),
  })
  .refine((norm) => forbiddenParts.some((part) => norm[part]?.length), {
    message: `needs at least one of ${forbiddenParts.join(', ')}`,
    path: ['names'],
  })
  .meta({ id: 'Norm', anyOf: forbiddenParts.map((field) => ({ required: [field] })) });
export type Norm = z.infer<typeof Norm>;

const DecisionText = boundedText(limits.decisionText);
const DecisionTexts = z.array(DecisionText).max(limits.decisionTexts.max).optional();

/** An alternative that a decision rejected. */
export const RejectedAlternative = z
  .strictObject({ what: DecisionText, whyNot: DecisionText.optional() })
  .meta({ id: 'RejectedAlternative' });

/** Reasons, rejected alternatives and consequences of a decision, in structured form. */
export const DecisionMeaning = z
  .strictObject({
    reasons: DecisionTexts.describe('Why'),
    alternatives: z
      .array(RejectedAlternative)
      .max(limits.decisionTexts.max)
      .optional()
      .describe('Rejected alternatives'),
    consequences: DecisionTexts.describe('Consequences'),
    reverses: DecisionText.optional().describe('Id or title of the decision that it reverses'),
  })
  .refine(hasParts, { message: 'needs at least one of reasons, alternatives, consequences, reverses', path: [] })
  .meta({ id: 'DecisionMeaning' });
export type DecisionMeaning = z.infer<typeof DecisionMeaning>;

function hasParts(parts: object): boolean {
  return Object.values(parts).some((part: unknown) => (Array.isArray(part) ? part.length > 0 : part !== undefined));
}

/**
 * Fields in which a writer gives the meaning of a memory in structured form. Without these fields, the meaning is read
 * from the English text.
 */
export const meaningFields = {
  forbids: z
    .array(Norm)
    .max(limits.norms.max)
    .optional()
    .describe('For a rule: acts that break it, such as [{names: ["kubectl apply"], environments: ["production"]}]'),
  instead: z
    .array(NormText)
    .max(limits.normAlternatives.max)
    .optional()
    .describe('For a rule: what to do instead, as typed, such as ["make deploy"]'),
  decides: DecisionMeaning.optional().describe(
    'For a decision: why, and what was rejected, such as {reasons: ["p99 is 40 ms"], alternatives: [{what: "Kafka", whyNot: "costs"}]}',
  ),
  value: boundedText(limits.value).optional().describe('The value of its attribute, such as "5432"'),
};

/** Meaning of a memory as stored and returned. */
export const storedMeaningFields = {
  forbids: z.array(Norm).optional().describe('Absent: none'),
  instead: z.array(z.string()).optional().describe('Absent: none'),
  decides: DecisionMeaning.optional().describe('Absent: none'),
  value: z.string().optional().describe('The value of its attribute. Absent: not given'),
};

/** Meaning of a memory, as far as its writer gave it. */
export interface Meaning {
  readonly forbids?: readonly Norm[] | undefined;
  readonly instead?: readonly string[] | undefined;
  readonly decides?: DecisionMeaning | undefined;
  readonly value?: string | undefined;
}

/** Lines that say how the server has understood a memory, in the answer to a save or to a question about the meaning. */
export const UnderstoodLines = z
  .array(z.string())
  .describe('Short lines: the understood meaning, and whether it was given or read from English');

/** Provenance key for who derived the meaning, if the writer did not give it. */
export const MEANING_READ_BY_KEY = 'meaningReadBy';
/** Value of `MEANING_READ_BY_KEY` if an importer derived the meaning from headings, sentences and code spans. */
export const READ_BY_IMPORTER = 'importer';
