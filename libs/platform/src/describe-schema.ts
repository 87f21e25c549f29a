import type { z } from 'zod';

type JsonSchema = z.core.JSONSchema._JSONSchema;

/**
 * Describes the values that a JSON schema allows in words that can follow "must be": "a whole number from 1 to 20".
 * Undefined if it allows any value.
 */
export function describeSchema(schema: JsonSchema): string | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (schema.enum) return `one of ${schema.enum.map(String).join(', ')}`;
  if (schema.anyOf) return schema.anyOf.map(describeSchema).filter(Boolean).join(', or ');
  if (schema.format === 'uuid') return 'an id as answers give it, such as 0190c0de-0000-7000-8000-000000000001';
  if (schema.format === 'date-time') return 'ISO 8601 text with seconds and a zone, such as 2026-03-01T09:00:00Z';
  switch (schema.type) {
    case 'string':
      return `text${describeBounds(schema.minLength, schema.maxLength, ' of', ' characters')}`;
    case 'integer':
      return `a whole number${describeBounds(schema.minimum, schema.maximum, ' from')}`;
    case 'number':
      return `a number${describeBounds(schema.minimum, schema.maximum, ' from')}`;
    case 'array':
      return `a list${describeBounds(schema.minItems, schema.maxItems, ' of', ' items')}${describeElements(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'object':
      return 'an object';
    default:
      return undefined;
  }
}

function describeElements({ items }: z.core.JSONSchema.JSONSchema): string {
  const words = items && !Array.isArray(items) ? describeSchema(items) : undefined;
  return words ? `, each ${words}` : '';
}

function describeBounds(min: number | undefined, max: number | undefined, lead: string, unit = ''): string {
  if (max === undefined) return min === undefined ? '' : `${lead} at least ${min}${unit}`;
  return min === undefined ? `${lead} at most ${max}${unit}` : `${lead} ${min} to ${max}${unit}`;
}
