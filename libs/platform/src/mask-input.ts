import { setImmediate as othersTurn } from 'node:timers/promises';
import { CairnError, routes, storesInput, type ParsedInput, type Route, type RouteName } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { maskText, secretSpans } from '@cairn/masking';
import { readText } from './long-texts.ts';
import { planOf, type StringPlan } from './string-plan.ts';

/** Maps a kind of secret to the number of masked secrets of this kind. */
export type MaskedKinds = Record<string, number>;

/**
 * Maps an object of an input to the numbers of secrets that were masked in it. Nested objects have separate entries.
 */
const maskedByObject = new WeakMap<object, MaskedKinds>();

/** Numbers of masked secrets in an object that a handler was given; undefined if nothing was masked. */
export const maskedCountsOf = (part: object): MaskedKinds | undefined => maskedByObject.get(part);

/**
 * Parts of an input that are stored. Path parameters and the query are not stored, since they only select existing
 * items.
 */
const storedParts = ['headers', 'body'] as const;

/**
 * Routes that select things to forget by name. A name may contain a secret, but the store keeps none of the names in
 * these requests.
 */
const ROUTES_SELECTING_BY_TEXT: ReadonlySet<RouteName> = new Set<RouteName>(['forgetMany']);

/** Whether the input of a route is stored. */
export const isWrite = (name: RouteName): boolean => storesInput(routes[name]) && !ROUTES_SELECTING_BY_TEXT.has(name);

/** String plans of those parts of a route's input that are stored. */
export function plansOf(name: RouteName): ReadonlyMap<(typeof storedParts)[number], StringPlan> {
  const route: Route = routes[name];
  if (!isWrite(name)) return new Map();
  return new Map(storedParts.flatMap((part) => (route[part] ? [[part, planOf(route[part])] as const] : [])));
}

const plansByRoute = new Map<RouteName, ReturnType<typeof plansOf>>();

/**
 * Masks the secrets in the input of a write before anything else reads it, each string as the route's schema requires. If
 * masking is off, removes only text marked as private. Throws `request/invalid` for a name that contains a secret.
 */
export async function maskInput<Name extends RouteName>(
  name: Name,
  principal: Principal,
  input: ParsedInput<Name>,
): Promise<ParsedInput<Name>> {
  const plans = plansByRoute.get(name) ?? plansOf(name);
  plansByRoute.set(name, plans);
  const masker = new Masker(principal);
  const parts: Record<string, unknown> = { ...input };
  for (const [part, plan] of plans) parts[part] = await masker.mask(parts[part], plan, { path: '', kinds: {} });
  return parts as ParsedInput<Name>;
}

/** Throws if a name contains a secret, unless the organisation has masking off. */
export function refuseSecret({ masking }: Principal, field: string, name: string): void {
  const [secret] = masking === 'off' ? [] : secretSpans(name);
  if (!secret) return;
  // The message leaves out the value, which would otherwise be logged.
  const message = `holds what looks like a secret (${secret.kind}), and a name cannot be masked`;
  const issues = [{ field, message, allowed: 'a name without it' }];
  throw new CairnError('request/invalid', `${field} ${message}`, { issues });
}

interface Place {
  /** Path of the value, for issues. */
  readonly path: string;
  /** Counts for the object that contains the value. */
  readonly kinds: MaskedKinds;
}

/** Time in ms for which masking may block the event loop. */
const BLOCKING_MAX_MS = 5;

class Masker {
  private since = performance.now();

  constructor(private readonly principal: Principal) {}

  async mask(value: unknown, plan: StringPlan, place: Place): Promise<unknown> {
    if (typeof value === 'string') return this.maskString(value, plan.string, place);
    if (typeof value !== 'object' || value === null) return value;
    if (performance.now() - this.since > BLOCKING_MAX_MS) {
      await othersTurn();
      this.since = performance.now();
    }
    return Array.isArray(value) ? this.maskItems(value, plan.items ?? {}, place) : this.maskFields(value, plan, place);
  }

  private async maskString(value: string, rule: StringPlan['string'], { path, kinds }: Place): Promise<string> {
    if (rule === undefined || rule === 'refused-alone') return value;
    if (rule === 'refused') refuseSecret(this.principal, path, value);
    if (rule === 'refused') return value;
    const { orgId, masking } = this.principal;
    const masked = await readText(orgId, { name: 'maskText', here: maskText }, value, { secrets: masking !== 'off' });
    for (const kind of masked.kinds) kinds[kind] = (kinds[kind] ?? 0) + 1;
    return masked.text;
  }

  private async maskItems(items: readonly unknown[], plan: StringPlan, { path, kinds }: Place): Promise<unknown[]> {
    const masked: unknown[] = [];
    for (const [at, item] of items.entries())
      masked.push(await this.mask(item, plan, { path: `${path}[${at}]`, kinds }));
    return masked;
  }

  private async maskFields(value: object, { fields, entries }: StringPlan, { path, kinds: around }: Place) {
    const kinds: MaskedKinds = {};
    const parts: [string, unknown][] = [];
    for (const [name, field] of Object.entries(value)) {
      const place = { path: path === '' ? name : `${path}.${name}`, kinds };
      const key = entries ? await this.maskString(name, entries.key.string, { path, kinds }) : name;
      parts.push([key, await this.mask(field, entries?.value ?? fields?.get(name) ?? {}, place)]);
    }
    const masked = Object.fromEntries(parts);
    for (const [kind, times] of Object.entries(kinds)) around[kind] = (around[kind] ?? 0) + times;
    if (Object.keys(kinds).length > 0) maskedByObject.set(masked, kinds);
    return masked;
  }
}
