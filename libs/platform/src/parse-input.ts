import {
  CairnError,
  inputParts,
  inTimeZone,
  routes,
  TIME_ZONE_HEADER,
  TimeZone,
  type FieldIssue,
  type InputPart,
  type ParsedInput,
  type Route,
  type RouteName,
} from '@cairn/contracts';
import type { z } from 'zod';
import { fieldIssues } from './field-issues.ts';
import { fromText } from './from-text.ts';

const ISSUES_SHOWN = 50;

/** Parses the parts of a request by the schemas of its route. Throws `request/invalid` with one issue for each field. */
export function parseInput<Name extends RouteName>(
  name: Name,
  sent: Readonly<Partial<Record<InputPart, unknown>>>,
  timeZone?: string,
): ParsedInput<Name> {
  return inTimeZone(zoneOf(sent, timeZone), () => parseParts(name, sent));
}

/** Time zone for the days in a request: from its body or query, else from its header, else UTC. */
function zoneOf({ body, query }: Readonly<Partial<Record<InputPart, unknown>>>, timeZone: string | undefined): string {
  if (timeZone !== undefined && !TimeZone.safeParse(timeZone).success)
    throw invalidError([
      { field: TIME_ZONE_HEADER, message: 'names no time zone', value: timeZone, allowed: 'UTC, Europe/Berlin, ...' },
    ]);
  const named = [body, query].map((part) => TimeZone.safeParse((part as { timeZone?: unknown } | undefined)?.timeZone));
  return named.find(({ success }) => success)?.data ?? timeZone ?? 'UTC';
}

function parseParts<Name extends RouteName>(
  name: Name,
  sent: Readonly<Partial<Record<InputPart, unknown>>>,
): ParsedInput<Name> {
  const parsed: Partial<Record<InputPart, unknown>> = {};
  const issues: FieldIssue[] = [];
  for (const [part, schema] of schemasOf(name)) {
    const value = sent[part];
    const result = schema.safeParse(value);
    if (result.success) parsed[part] = result.data;
    else issues.push(...fieldIssues({ schema, value, place: part }, result.error.issues));
  }
  if (issues.length > 0) throw invalidError(issues);
  // Each part has the type of this route's schema, which TypeScript cannot infer through the table.
  return parsed as ParsedInput<Name>;
}

/** Parses the body of a request that belongs to no route of the table. Throws `request/invalid` like `parseInput`. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidError(fieldIssues({ schema, value, place: 'body' }, result.error.issues));
}

type Schemas = readonly (readonly [InputPart, z.ZodType])[];

const schemasByRoute = new Map<RouteName, Schemas>();

/** Schemas of a route, built at its first request. */
function schemasOf(name: RouteName): Schemas {
  const schemas = schemasByRoute.get(name) ?? inputParts.flatMap((part) => schemaOf(routes[name], part));
  schemasByRoute.set(name, schemas);
  return schemas;
}

function schemaOf(route: Route, part: InputPart): Schemas {
  if (part === 'body') return route.body ? [[part, route.body]] : [];
  return route[part] ? [[part, fromText(route[part])]] : [];
}

function invalidError(issues: readonly FieldIssue[]): CairnError {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return new CairnError('request/invalid', `${first?.field} ${first?.message}${more}`, {
    issues: issues.slice(0, ISSUES_SHOWN),
  });
}
