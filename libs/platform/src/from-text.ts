import { z } from 'zod';

/**
 * Converts the texts of a query string to numbers, booleans and lists as the schema expects. A missing query counts as
 * empty.
 */
export const fromText = (schema: z.ZodObject) => z.preprocess((part = {}) => readPart(part, schema), schema);

function readPart(part: unknown, { shape }: z.ZodObject): unknown {
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      name in shape ? readValue(value, unwrapSchema(shape[name])) : value,
    ]),
  );
}

function readValue(value: unknown, schema: z.core.$ZodType | undefined): unknown {
  if (value === undefined) return undefined;
  if (schema instanceof z.ZodArray)
    return (Array.isArray(value) ? value : [value]).map((item) => readValue(item, unwrapSchema(schema.element)));
  if (schema instanceof z.ZodUnion) {
    const read = schema.options.reduce<unknown>((text, option) => readValue(text, unwrapSchema(option)), value);
    // The year 1974 is digits, too, and no number that the schema takes.
    const isText = read !== value && !schema.safeParse(read).success && schema.safeParse(value).success;
    return isText ? value : read;
  }
  if (schema instanceof z.ZodNumber && typeof value === 'string' && /^-?\d{1,17}(\.\d{1,17})?$/.test(value))
    return Number(value);
  if (schema instanceof z.ZodBoolean && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

const unwrapSchema = (schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? unwrapSchema(schema.def.innerType)
    : schema;
