import type { FieldIssue } from '@cairn/contracts';
import type { z } from 'zod';

interface JsonSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly properties?: Record<string, JsonSchema>;
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

const SHOWN_ISSUES = 5;
const SHOWN_CHARACTERS = 60;

/** What is wrong with the arguments of a call, field by field, with what the advertised schema allows there: a model can repair the call from it. */
export function argumentIssues(schema: JsonSchema, args: unknown, issues: readonly z.core.$ZodIssue[]): FieldIssue[] {
  const found = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownField(schema, key))
      : [fieldIssue(schema, args, issue)],
  );
  const byField = new Map(found.toReversed().map((issue) => [issue.field, issue]));
  return [...byField.values()].reverse().slice(0, SHOWN_ISSUES);
}

const unknownField = (schema: JsonSchema, key: string): FieldIssue => ({
  field: cut(key),
  message: 'is no parameter of this tool',
  allowed: Object.keys(schema.properties ?? {}).join(', ') || 'no parameter at all',
});

function fieldIssue(schema: JsonSchema, args: unknown, issue: z.core.$ZodIssue): FieldIssue {
  const field = issue.path.length === 0 ? 'arguments' : issue.path.reduce<string>(fieldName, '');
  const value = issue.path.reduce(valueIn, args);
  const place = issue.path.reduce<JsonSchema | undefined>(schemaIn, schema);
  const allowed = place ? inWords(place) : undefined;
  return {
    field,
    message:
      value === undefined
        ? 'is missing'
        : `cannot be ${shown(value)}${issue.code === 'custom' ? ` (${issue.message})` : ''}`,
    ...(allowed !== undefined && { allowed }),
  };
}

const fieldName = (name: string, part: PropertyKey) =>
  typeof part === 'number' ? `${name}[${part}]` : name === '' ? String(part) : `${name}.${String(part)}`;

const valueIn = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? value[key as never] : undefined;

const schemaIn = (schema: JsonSchema | undefined, key: PropertyKey) =>
  typeof key === 'number' ? schema?.items : schema?.properties?.[String(key)];

function shown(value: unknown): string {
  if (typeof value === 'string')
    return value.length > SHOWN_CHARACTERS
      ? `${JSON.stringify(cut(value))} (${value.length} characters)`
      : JSON.stringify(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

const cut = (text: string) =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : text;

function inWords(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map(String).join(', ');
  if (schema.anyOf) return schema.anyOf.map(inWords).join(', or ');
  if (schema.format === 'uuid') return 'an id as answers give it, such as 0190c0de-0000-7000-8000-000000000001';
  if (schema.format === 'date-time') return 'ISO 8601 text with seconds and a zone, such as 2026-03-01T09:00:00Z';
  switch (schema.type) {
    case 'string':
      return `text${between(schema.minLength, schema.maxLength, ' of', ' characters')}`;
    case 'integer':
      return `a whole number${between(schema.minimum, schema.maximum, ' from')}`;
    case 'number':
      return `a number${between(schema.minimum, schema.maximum, ' from')}`;
    case 'array':
      return `a list${between(undefined, schema.maxItems, ' of', ' values')}${schema.items ? `, each ${inWords(schema.items)}` : ''}`;
    case 'boolean':
      return 'true or false';
    default:
      return 'an object of parameters';
  }
}

function between(min: number | undefined, max: number | undefined, lead: string, unit = ''): string {
  if (max === undefined) return min === undefined ? '' : `${lead} at least ${min}${unit}`;
  return min === undefined ? `${lead} at most ${max}${unit}` : `${lead} ${min} to ${max}${unit}`;
}
