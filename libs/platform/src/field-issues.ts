import type { FieldIssue } from '@cairn/contracts';
import { z } from 'zod';
import { describeSchema } from './describe-schema.ts';

type Issue = z.core.$ZodIssue;
type UnionIssue = Extract<Issue, { code: 'invalid_union' }>;
type ValueIssue = Extract<Issue, { code: 'invalid_value' }>;
type FormatIssue = Extract<Issue, { code: 'invalid_format' }>;
type Path = readonly PropertyKey[];

/** A refused input: its schema, its value, and the name of the part (body, query, or arguments of a tool). */
export interface RefusedInput {
  readonly schema: z.core.$ZodType;
  readonly value: unknown;
  readonly place: string;
}

const SHOWN_CHARACTERS = 80;
const KEYS_SHOWN = 50;

/**
 * Explains a refusal with one issue for each field, in terms of the caller's request: field, value, and the allowed range
 * or values.
 */
export function fieldIssues(refused: RefusedInput, issues: readonly Issue[]): FieldIssue[] {
  const found = issues.flatMap((issue) => explainIssue(refused, issue, []));
  return [...new Map(found.toReversed().map((issue) => [issue.field, issue])).values()].reverse();
}

function explainIssue(refused: RefusedInput, issue: Issue, base: Path): FieldIssue[] {
  const path = [...base, ...issue.path];
  switch (issue.code) {
    case 'invalid_union':
      return explainUnion(refused, issue, path);
    case 'unrecognized_keys':
      return explainKeys(refused, issue.keys, path);
    case 'invalid_key':
    case 'invalid_element':
      return [reportIssue(refused, path, issue.issues[0]?.message ?? issue.message)];
    case 'too_small':
    case 'too_big':
      return [mustBe(refused, path, wordsAt(refused, path) ?? issue.message)];
    case 'invalid_value':
      return [wrongValue(refused, path, issue)];
    case 'invalid_type':
      return [mustBe(refused, path, wordsAt(refused, path) ?? issue.expected)];
    case 'invalid_format':
      return [reportFormatIssue(refused, path, issue)];
    default:
      return [reportIssue(refused, path, issue.message)];
  }
}

function reportFormatIssue(refused: RefusedInput, path: Path, { format, message }: FormatIssue): FieldIssue {
  if (format === 'uuid') return reportIssue(refused, path, 'is no id', wordsAt(refused, path));
  return reportIssue(refused, path, message, format === 'regex' ? message : format);
}

/** Builds the issue for a wrong value. If the schema has a message of its own, the message is used. */
function wrongValue(refused: RefusedInput, path: Path, issue: ValueIssue): FieldIssue {
  const allowed = issue.values.map(String).join(', ');
  const input = valueAt(refused.value, path);
  const sentence = schemaAt(refused, path)?._zod.def.error as z.core.$ZodErrorMap | undefined;
  const own = sentence?.({ ...issue, input });
  return typeof own === 'string' ? reportIssue(refused, path, own, allowed) : mustBe(refused, path, allowed, 'one of ');
}

function explainKeys(refused: RefusedInput, keys: readonly string[], path: Path): FieldIssue[] {
  const known = keysAt(refused, path) || 'no field at all';
  return keys.slice(0, KEYS_SHOWN).map((key) => reportIssue(refused, [...path, key], 'is not a known field', known));
}

/**
 * Explains a mismatch with a union. Uses the union's own message if it has one, else the branch whose shape (such as
 * array or object) is that of the value.
 */
function explainUnion(refused: RefusedInput, issue: UnionIssue, path: Path): FieldIssue[] {
  if (schemaAt(refused, path)?._zod.def.error) return [mustBe(refused, path, issue.message)];
  const branches = [...issue.errors].sort((a, b) => a.length - b.length);
  const fitting = branches.find((branch) => !branch.some(isWrongAtTheRoot));
  if (fitting && fitting.length > 0) return fitting.flatMap((inner) => explainIssue(refused, inner, path));
  const kinds = new Set(
    branches
      .flat()
      .flatMap((inner) => (inner.code === 'invalid_type' && inner.path.length === 0 ? [inner.expected] : [])),
  );
  return kinds.size > 0
    ? [mustBe(refused, path, [...kinds].join(' or '))]
    : [reportIssue(refused, path, issue.message)];
}

const isWrongAtTheRoot = (issue: Issue) => issue.code === 'invalid_type' && issue.path.length === 0;

function mustBe(refused: RefusedInput, path: Path, allowed: string, lead = ''): FieldIssue {
  const isMissing = valueAt(refused.value, path) === undefined;
  return reportIssue(refused, path, isMissing ? 'is required' : `must be ${lead}${allowed}`, allowed);
}

function reportIssue(refused: RefusedInput, path: Path, message: string, allowed?: string): FieldIssue {
  const value = describeValue(valueAt(refused.value, path));
  return {
    field: path.length === 0 ? refused.place : fieldName(path),
    message,
    ...(value !== undefined && { value }),
    ...(allowed !== undefined && { allowed }),
  };
}

const fieldName = (path: Path) =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : namedPart(String(part), at > 0))).join('');

const namedPart = (name: string, isInside: boolean) =>
  /^\w[\w-]{0,79}$/.test(name) ? `${isInside ? '.' : ''}${name}` : `[${JSON.stringify(cutValue(name))}]`;

const cutValue = (text: string) =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : text.toWellFormed();

function describeValue(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > SHOWN_CHARACTERS ? `${cutValue(value)} (${value.length} characters)` : cutValue(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : value;
}

const valueAt = (value: unknown, path: Path): unknown => path.reduce<unknown>(partOf, value);

/**
 * Takes the part of a value at a key. Since a query may give a list of one entry as a single value, a text also has
 * itself at key 0.
 */
function partOf(held: unknown, key: PropertyKey): unknown {
  if (typeof held === 'string') return key === 0 ? held : undefined;
  return typeof held === 'object' && held !== null && Object.hasOwn(held, key) ? held[key as never] : undefined;
}

/** Describes the values that the schema allows at a path; undefined if it allows any. */
function wordsAt(refused: RefusedInput, path: Path): string | undefined {
  const schema = schemaAt(refused, path);
  return schema && describeSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

function keysAt(refused: RefusedInput, path: Path): string | undefined {
  const schema = schemaAt(refused, path);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape).join(', ') : undefined;
}

/** Finds the schema of the value at a path. In a union, takes the branch that has such a path. */
function schemaAt(refused: RefusedInput, path: Path): z.core.$ZodType | undefined {
  return path.reduce<z.core.$ZodType | undefined>(
    (schema, key) => schema && unwrapSchema(schemaOfChild(schema, key)),
    unwrapSchema(refused.schema, path.length === 0),
  );
}

function schemaOfChild(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodObject) return schema.shape[String(key)] as z.core.$ZodType | undefined;
  if (schema instanceof z.ZodArray) return typeof key === 'number' ? schema.element : undefined;
  if (schema instanceof z.ZodRecord) return schema.valueType;
  if (schema instanceof z.ZodUnion)
    return schema.options
      .map((option) => schemaOfChild(unwrapSchema(option) ?? option, key))
      .find((found) => found !== undefined);
  return undefined;
}

/**
 * Unwraps defaults, optional values and transforms. With `isPlace`, a union of a value and an array is unwrapped to the
 * array, since only the array has a range.
 */
function unwrapSchema(schema: z.core.$ZodType | undefined, isPlace = false): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapSchema(schema.def.innerType, isPlace);
  if (schema instanceof z.ZodPipe)
    return unwrapSchema(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in, isPlace);
  if (isPlace && schema instanceof z.ZodUnion)
    return schema.options.find((option) => option instanceof z.ZodArray) ?? schema;
  return schema;
}
