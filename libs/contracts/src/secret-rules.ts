import { z } from 'zod';

/** Treatment of a string in a stored request that contains a secret and cannot be masked. */
export type SecretRule =
  /** Refuses the request. The string identifies something, and masking could make two names equal. */
  | 'refused'
  /** Refuses only one entry of a batch, if entries are answered separately. The handler refuses the entry. */
  | 'refused-alone';

const rules = z.registry<{ readonly rule: SecretRule }>();

/**
 * Marks a schema's strings as identifying, such as names, addresses or external ids. Strings of other schemas are masked.
 */
export function markIdentifying<Schema extends z.ZodType>(schema: Schema, rule: SecretRule = 'refused'): Schema {
  rules.add(schema, { rule });
  return schema;
}

/** Secret rule of a schema; undefined means that its strings are masked. */
export const secretRuleOf = (schema: z.core.$ZodType): SecretRule | undefined => rules.get(schema)?.rule;
