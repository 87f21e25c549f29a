import type { Tool } from './tool.ts';
import { unlistedFieldsOf } from './unlisted.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * JSON schema keywords that OpenAI's strict tools, Gemini's function declarations and Anthropic's tools all accept.
 * Patterns, length bounds and defaults are not listed. The tool applies them nevertheless, and its errors name the
 * allowed values.
 */
const listedKeywords: ReadonlySet<string> = new Set([
  ...['type', 'description', 'properties', 'required', 'items', 'enum', 'minimum', 'maximum'],
]);

/** Greatest bound that is listed. A greater bound only reflects the number format. */
const LISTED_BOUND_MAX = 1_000_000;

/** Input schema of a tool for a model, with keywords that all vendors accept and without rarely used parameters. */
export function listedInput({ name, inputJson }: Pick<Tool, 'name' | 'inputJson'>): JsonSchema {
  const { $defs = {} } = inputJson as { $defs?: Record<string, JsonSchema> };
  return listedPart(inputJson, { defs: $defs, unlisted: unlistedFieldsOf(name), path: '' });
}

interface Listing {
  readonly defs: Readonly<Record<string, JsonSchema>>;
  /** Paths of parameters to leave out, such as `relations.says`. */
  readonly unlisted: ReadonlySet<string>;
  /** Path of this part of the schema; empty for the whole schema. */
  readonly path: string;
}

function listedPart(part: JsonSchema, listing: Listing): JsonSchema {
  const { $ref, anyOf, ...rest } = part as { $ref?: string; anyOf?: readonly JsonSchema[] } & JsonSchema;
  if ($ref !== undefined) return listedPart({ ...targetOf($ref, listing), ...rest }, listing);
  const own = keptOf(rest, listing);
  return anyOf && !('type' in rest) ? { ...listedUnion(anyOf, listing), ...own } : own;
}

function targetOf($ref: string, { defs }: Listing): JsonSchema {
  const target = defs[$ref.replace('#/$defs/', '')];
  if (!target) throw new Error(`A schema refers to ${$ref}, which is not there.`);
  return target;
}

/** Lists a parameter that accepts several types as text, from which the tool parses a number, a boolean or a list. */
function listedUnion(members: readonly JsonSchema[], listing: Listing): JsonSchema {
  const [first, ...others] = members.filter(({ type }) => type !== 'null').map((each) => listedPart(each, listing));
  if (!first) throw new Error(`The union at ${listing.path} has no member.`);
  return others.length === 0 ? first : { type: 'string' };
}

function keptOf(part: JsonSchema, listing: Listing): JsonSchema {
  const entries = Object.entries(part).filter(
    ([keyword, value]) => listedKeywords.has(keyword) && !isFormatBound(keyword, value),
  );
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, listedValue(keyword, value, part, listing)]));
}

function listedValue(keyword: string, value: unknown, part: JsonSchema, listing: Listing): unknown {
  if (keyword === 'properties') return listedProperties(value as Record<string, JsonSchema>, listing);
  if (keyword === 'items') return listedPart(value as JsonSchema, listing);
  if (keyword === 'description') return describedWithDefault(part);
  return value;
}

function listedProperties(properties: Readonly<Record<string, JsonSchema>>, listing: Listing) {
  const entries = Object.entries(properties).flatMap(([name, schema]) => {
    const path = listing.path === '' ? name : `${listing.path}.${name}`;
    return listing.unlisted.has(path) ? [] : [[name, listedPart(schema, { ...listing, path })] as const];
  });
  return Object.fromEntries(entries);
}

const isFormatBound = (keyword: string, value: unknown): boolean =>
  (keyword === 'minimum' || keyword === 'maximum') && Math.abs(value as number) > LISTED_BOUND_MAX;

/** Appends the default to a description, unless the default makes no difference. */
function describedWithDefault({ description, default: usual }: JsonSchema): string {
  const text = String(description);
  return usual === undefined || usual === false || usual === 0 || /default/i.test(text)
    ? text
    : `${text} (default ${String(usual)})`;
}
