import { z } from 'zod';

/**
 * Number of times that one argument may be converted. An object that was sent as a text can have fields that were sent
 * as texts, which need a further conversion.
 */
const CONVERSION_ROUNDS_MAX = 3;

type Issue = z.core.$ZodIssue;
type Fields = Record<PropertyKey, unknown>;

/**
 * Parses arguments in the forms that models send. `null` means "not given", since some vendors send every omitted
 * parameter. But if a field can be cleared, `null` or an empty text clears it. An empty text means "not given" where
 * none is allowed. A number, boolean, list or object may be sent as text, a text as a number, and a list of texts as
 * words between commas. Only values that the schema refuses are converted. The issues of a refusal refer to the
 * arguments as sent, without arguments that could be converted.
 */
export function parseLeniently<Schema extends z.ZodObject>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  let read = givenOf(schema, value);
  let parsed = schema.safeParse(read);
  for (let round = 0; round < CONVERSION_ROUNDS_MAX && !parsed.success; round += 1) {
    const mended = convertRefusedParts(read, parsed.error.issues);
    if (mended === undefined) break;
    read = mended;
    parsed = schema.safeParse(read);
  }
  return parsed.success ? parsed : refusedAsSent(schema, value, parsed);
}

function refusedAsSent<Schema extends z.ZodObject>(
  schema: Schema,
  value: unknown,
  { error: { issues } }: z.ZodSafeParseError<z.output<Schema>>,
): z.ZodSafeParseResult<z.output<Schema>> {
  const sent = schema.safeParse(value);
  if (sent.success) return sent;
  const refused = new Set(issues.map(({ path }) => path[0]));
  const left = sent.error.issues.filter(({ path }) => refused.has(path[0]));
  return { success: false, error: new z.ZodError(left.length > 0 ? left : issues) as typeof sent.error };
}

/** Removes absent fields, and sets cleared fields to null. */
function givenOf({ shape }: z.ZodObject, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const passes = (name: string, field: unknown) => (shape[name] as z.ZodType | undefined)?.safeParse(field).success;
  const given = Object.entries(value).filter(([name, field]) => field !== null || !passes(name, undefined));
  const isCleared = (name: string, field: unknown) => field === '' && passes(name, null) === true;
  return Object.fromEntries(given.map(([name, field]) => [name, isCleared(name, field) ? null : field]));
}

/** Copies a value and converts each refused part; returns undefined if no part can be converted. */
function convertRefusedParts(value: unknown, issues: readonly Issue[]): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const copy: unknown = structuredClone(value);
  const mends = issues.map((issue) => mendArgument(copy, issue));
  return mends.some(Boolean) ? copy : undefined;
}

/** Converts the value at the path of an issue. Returns false if the value cannot be converted. */
function mendArgument(within: unknown, issue: Issue): boolean {
  const parent = issue.path.slice(0, -1).reduce<unknown>((part, key) => (part as Fields | undefined)?.[key], within);
  const name = issue.path.at(-1);
  if (typeof parent !== 'object' || parent === null || name === undefined) return false;
  const fields = parent as Fields;
  if (NOT_GIVEN.has(fields[name]) && !Array.isArray(parent)) return delete fields[name];
  const read = convertValue(fields[name], expectedOf(issue));
  if (read === undefined) return false;
  fields[name] = read;
  return true;
}

/**
 * Returns the types that the schema allows at an issue; for a union, the types of all its members. For a number or a
 * formatted text, zod names only the format.
 */
function expectedOf(issue: Issue): readonly string[] {
  if (issue.code === 'invalid_type') return [issue.expected];
  if (issue.code === 'invalid_format') return ['number'];
  if (issue.code !== 'invalid_union') return [];
  return issue.errors.flatMap((issues) => issues.filter(({ path }) => path.length === 0).flatMap(expectedOf));
}

const NOT_GIVEN: ReadonlySet<unknown> = new Set([null, '', 'null', 'undefined']);
const NUMBER_TEXT = /^[+-]?\d{1,16}(?:\.\d{1,16})?(?:e[+-]?\d{1,3})?$/i;
const booleans: Readonly<Record<string, boolean>> = { true: true, false: false };

function convertValue(value: unknown, expected: readonly string[]): unknown {
  if (typeof value === 'number' || typeof value === 'boolean')
    return expected.includes('string') ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const bare = value.trim();
  if (expected.includes('boolean') && Object.hasOwn(booleans, bare.toLowerCase())) return booleans[bare.toLowerCase()];
  if (['number', 'int'].some((type) => expected.includes(type)) && NUMBER_TEXT.test(bare)) return Number(bare);
  if (expected.includes('object') && bare.startsWith('{')) return jsonIn(bare);
  if (!expected.includes('array')) return undefined;
  return bare.startsWith('[') ? jsonIn(bare) : bare.split(',').map((word) => word.trim());
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
