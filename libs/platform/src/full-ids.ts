import {
  CairnError,
  inputParts,
  isItemRef,
  isShortId,
  routes,
  shortIdOf,
  type InputPart,
  type ItemId,
  type ParsedInput,
  type Route,
  type RouteName,
} from '@cairn/contracts';
import { mayReachBase, scopeOf, asBaseMember, type Principal } from '@cairn/domain';
import { ItemReader } from '@cairn/ports';
import { Injectable, Optional } from '@nestjs/common';
import { knowledgeBases, type KnowledgeBases } from '@cairn/store';
import { z } from 'zod';
import { Uses } from './uses.ts';

/** Places of item references in a schema. Fields without item references are absent. */
interface RefPlan {
  readonly isRef?: true;
  readonly items?: RefPlan;
  readonly fields?: ReadonlyMap<string, RefPlan>;
}

/** Replaces short ids in a request by the full ids of items that the caller may read. */
@Injectable()
export class FullIds {
  constructor(
    @Optional() private readonly items?: ItemReader,
    @Optional() @Uses(knowledgeBases) private readonly bases?: KnowledgeBases,
  ) {}

  async of<Name extends RouteName>(
    name: Name,
    caller: Principal,
    input: ParsedInput<Name>,
  ): Promise<ParsedInput<Name>> {
    const parts = [...plansOf(name)].map(([part, plan]) => [part, plan, (input as Parts)[part]] as const);
    const refs = parts.flatMap(([, plan, value]) => collectShortIds(value, plan, ''));
    if (refs.length === 0) return input;
    const idByEnd = await this.idsFor(caller, channelOf(input as Parts), refs);
    const replaced = parts.map(([part, plan, value]) => [part, withIds(value, plan, idByEnd)] as const);
    return { ...input, ...Object.fromEntries(replaced) };
  }

  private async idsFor(caller: Principal, channel: string | undefined, refs: readonly Ref[]) {
    if (!this.items) throw new CairnError('internal', 'This process reads no items.');
    const within = await this.withItsBases(caller, channel);
    const found = await this.items.idsByEnd(
      scopeOf(within, channel),
      refs.map(({ end }) => end),
    );
    const byEnd = Map.groupBy(found, shortIdOf);
    return new Map(refs.map((ref) => [ref.end, requireOneId(ref, byEnd.get(ref.end) ?? [])]));
  }

  /**
   * Adds to the caller all knowledge bases that the call may reach, since a caller who opens an item by id may read
   * their chunks.
   */
  private async withItsBases(caller: Principal, channel: string | undefined): Promise<Principal> {
    const all = (await this.bases?.list({ orgId: caller.orgId })) ?? [];
    const reached = all.filter((base) => mayReachBase(caller, base, channel));
    return reached.reduce((within, { knowledgeBaseId }) => asBaseMember(within, knowledgeBaseId), caller);
  }
}

type Parts = Readonly<Partial<Record<InputPart, unknown>>>;

interface Ref {
  readonly field: string;
  readonly end: string;
}

function requireOneId({ field, end }: Ref, ids: readonly ItemId[]): ItemId {
  const [id, ...others] = ids;
  if (id === undefined)
    throw new CairnError('item/unknown', `No item whose id ends in ${end}, or this key may not see it.`);
  if (others.length === 0) return id;
  const issue = { field, message: `stands for ${ids.length} items`, value: end, allowed: ids.join(', ') };
  throw new CairnError('request/invalid', `${field} ${end} stands for ${ids.length} items: ${issue.allowed}`, {
    issues: [issue],
  });
}

const channelOf = ({ query, body }: Parts): string | undefined =>
  [query, body].map((part) => (part as { channel?: string } | undefined)?.channel).find((channel) => channel);

/** Normalises an id to the form in the store. */
const normaliseId = (value: string) => value.toLowerCase();

function collectShortIds(value: unknown, plan: RefPlan, field: string): Ref[] {
  if (plan.isRef) return typeof value === 'string' && isShortId(value) ? [{ field, end: normaliseId(value) }] : [];
  if (plan.items && Array.isArray(value))
    return value.flatMap((each, at) => collectShortIds(each, plan.items!, `${field}[${at}]`));
  if (!plan.fields || typeof value !== 'object' || value === null) return [];
  return [...plan.fields].flatMap(([name, inside]) =>
    collectShortIds((value as Fields)[name], inside, field === '' ? name : `${field}.${name}`),
  );
}

function withIds(value: unknown, plan: RefPlan, idByEnd: ReadonlyMap<string, ItemId>): unknown {
  if (plan.isRef) return typeof value === 'string' ? (idByEnd.get(normaliseId(value)) ?? value) : value;
  if (plan.items && Array.isArray(value)) return value.map((each) => withIds(each, plan.items!, idByEnd));
  if (!plan.fields || typeof value !== 'object' || value === null) return value;
  const changed = [...plan.fields].filter(([name]) => Object.hasOwn(value, name));
  return {
    ...value,
    ...Object.fromEntries(changed.map(([name, inside]) => [name, withIds((value as Fields)[name], inside, idByEnd)])),
  };
}

type Fields = Readonly<Record<string, unknown>>;

const plansByRoute = new Map<RouteName, ReadonlyMap<InputPart, RefPlan>>();

/** The item references in each part of a route's input. */
function plansOf(name: RouteName): ReadonlyMap<InputPart, RefPlan> {
  const known = plansByRoute.get(name);
  if (known) return known;
  const route: Route = routes[name];
  const plans = new Map(
    inputParts.flatMap((part) => {
      const plan = route[part] && refsIn(route[part]);
      return plan ? [[part, plan] as const] : [];
    }),
  );
  plansByRoute.set(name, plans);
  return plans;
}

/** Finds the item references in a schema; undefined if it has none. */
function refsIn(schema: z.core.$ZodType): RefPlan | undefined {
  if (isItemRef(schema)) return { isRef: true };
  if (schema instanceof z.ZodArray) {
    const items = refsIn(schema.element);
    return items && { items };
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
      const plan = refsIn(field as z.core.$ZodType);
      return plan ? [[name, plan] as const] : [];
    });
    return fields.length > 0 ? { fields: new Map(fields) } : undefined;
  }
  return 'innerType' in schema._zod.def ? refsIn(schema._zod.def.innerType as z.core.$ZodType) : undefined;
}
