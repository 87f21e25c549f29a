import type { RouteInput } from '@cairn/contracts';
import { endOfDay, startOfDay } from '../../parts/days.ts';

/** Question in the screen's address: the texts of the form's fields. */
export interface RecallFields {
  readonly q?: string;
  readonly mode?: string;
  readonly sources?: string;
  readonly stores?: string;
  readonly categories?: string;
  readonly tags?: string;
  readonly tagMatch?: string;
  readonly channel?: string;
  readonly subchannel?: string;
  readonly session?: string;
  readonly since?: string;
  readonly until?: string;
  readonly asOf?: string;
  readonly limit?: string;
  readonly minScore?: string;
  readonly archived?: string;
  readonly recipe?: string;
  readonly compare?: string;
  /** Facets by which the found hits are narrowed, and the open hit. They are no part of the request. */
  readonly kind?: string;
  readonly in?: string;
  readonly who?: string;
  readonly from?: string;
  readonly when?: string;
  readonly open?: string;
}

export type RecallBody = RouteInput<'recall'>['body'];

const listOf = (text: string | undefined) =>
  text
    ?.split(',')
    .map((word) => word.trim())
    .filter(Boolean);

const numberOf = (text: string | undefined) => (text === undefined || text === '' ? undefined : Number(text));

/** Hits of an answer, unless the address names another number: so many that facets have something to count. */
const HITS_MAX = 25;

/** Fields of the request that only the part for developers sets. */
const developerFields = [
  ...([
    'mode',
    'sources',
    'stores',
    'categories',
    'tags',
    'channel',
    'subchannel',
    'session',
    'since',
    'until',
  ] as const),
  ...(['asOf', 'limit', 'minScore', 'archived', 'recipe', 'compare'] as const),
];

/** Whether the address has a field that only the part for developers sets. */
export const hasFilters = (asked: RecallFields): boolean => developerFields.some((field) => asked[field] !== undefined);

/** Builds the request. Empty fields are omitted, so that the server's defaults apply. */
export function requestOf(asked: RecallFields, query: string): RecallBody {
  const fields = {
    query,
    mode: asked.mode,
    sources: asked.sources,
    stores: listOf(asked.stores),
    categories: listOf(asked.categories),
    tags: listOf(asked.tags),
    tagMatch: asked.tagMatch === 'all' ? 'all' : undefined,
    channel: asked.channel,
    subchannel: asked.subchannel,
    sessionKey: asked.session,
    sinceMs: startOfDay(asked.since),
    untilMs: endOfDay(asked.until),
    asOf: endOfDay(asked.asOf),
    limit: numberOf(asked.limit) ?? HITS_MAX,
    minScore: numberOf(asked.minScore),
    includeArchived: asked.archived === 'yes' || undefined,
    recipe: asked.recipe,
  };
  const isGiven = (value: unknown) =>
    value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  // The fields are sent unchecked, since the server validates them and reports unknown fields.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value))) as unknown as RecallBody;
}

/** Fields that the recall route accepts but the MCP tool does not. */
const ROUTE_ONLY = ['recipe', 'subchannel', 'sessionKey'] as const;

export function asToolCall(request: RecallBody): string {
  const taken = Object.entries(request).filter(([name]) => !(ROUTE_ONLY as readonly string[]).includes(name));
  return JSON.stringify({ name: 'crystal_recall', arguments: Object.fromEntries(taken) }, null, 2);
}

/** Lists the fields of a request that a call of the MCP tool cannot have. */
export const fieldsNotInToolCall = (request: RecallBody): string[] => ROUTE_ONLY.filter((name) => name in request);

export function asCurl(request: RecallBody, origin: string): string {
  const body = JSON.stringify(request).replaceAll("'", `'\\''`);
  return [
    `curl -s ${origin}/v1/recall`,
    `-H "Authorization: Bearer $CAIRN_KEY"`,
    `-H 'Content-Type: application/json'`,
    `-d '${body}'`,
  ].join(' \\\n  ');
}
