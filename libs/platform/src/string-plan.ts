import { isItemRef, secretRuleOf, type SecretRule } from '@cairn/contracts';
import { z } from 'zod';

/**
 * Places of free strings in a schema, and the protection of each against secrets. Parts without free strings are
 * absent.
 */
export interface StringPlan {
  readonly string?: SecretRule | 'masked';
  readonly items?: StringPlan;
  readonly fields?: ReadonlyMap<string, StringPlan>;
  readonly entries?: { readonly key: StringPlan; readonly value: StringPlan };
}

/** Kinds of schemas that cannot contain a secret: numbers, words of a fixed list, ids. */
const closedSchemas = [
  z.ZodNumber,
  z.ZodBoolean,
  z.ZodEnum,
  z.ZodLiteral,
  z.ZodNull,
  z.ZodUndefined,
  z.ZodUUID,
  z.ZodNever,
];

/** Analyses a schema. Throws for an unknown kind of schema, so that no string is overlooked. */
export function planOf(schema: z.core.$ZodType, marked?: SecretRule): StringPlan {
  const rule = marked ?? secretRuleOf(schema);
  if (closedSchemas.some((kind) => schema instanceof kind) || isItemRef(schema)) return {};
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return { string: rule ?? 'masked' };
  if (schema instanceof z.ZodArray) return { items: planOf(schema.element, rule) };
  if (schema instanceof z.ZodRecord)
    return { entries: { key: planOf(schema.def.keyType), value: planOf(schema.def.valueType) } };
  if (schema instanceof z.ZodObject) return { fields: fieldsOf(schema) };
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => planOf(option, rule)).reduce(bothOf);
  // Takes the side of a pipe that describes the sent string: for a preprocessing schema its output, otherwise its
  // input.
  if (schema instanceof z.ZodPipe)
    return planOf(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in, rule);
  if ('innerType' in schema._zod.def) return planOf(schema._zod.def.innerType as z.core.$ZodType, rule);
  throw new Error(`No rule says how a ${schema._zod.def.type} is kept free of secrets.`);
}

const fieldsOf = ({ shape }: z.ZodObject): ReadonlyMap<string, StringPlan> =>
  new Map(Object.entries(shape).map(([name, field]) => [name, planOf(field)]));

/** Merges the plans of two alternatives; the stricter rule for a string wins. */
function bothOf(one: StringPlan, other: StringPlan): StringPlan {
  const string = [one.string, other.string].sort((a, b) => strengthOfRule(b) - strengthOfRule(a))[0];
  const items = one.items && other.items ? bothOf(one.items, other.items) : (one.items ?? other.items);
  const names = new Set([...(one.fields?.keys() ?? []), ...(other.fields?.keys() ?? [])]);
  const fields = new Map(
    Array.from(names, (name) => [name, bothOf(one.fields?.get(name) ?? {}, other.fields?.get(name) ?? {})] as const),
  );
  const entries = one.entries ?? other.entries;
  return {
    ...(string && { string }),
    ...(items && { items }),
    ...(fields.size > 0 && { fields }),
    ...(entries && { entries }),
  };
}

const strengthOfRule = (rule: StringPlan['string']): number =>
  rule === undefined ? 0 : ['masked', 'refused-alone', 'refused'].indexOf(rule) + 1;
