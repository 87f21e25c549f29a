import { z } from 'zod';

/** Treatment of a stored request string that contains a secret, when masking is not possible. */
export type SecretRule =
  /** Refuses the request: the string identifies something, and masking could make two names equal. */
  | 'refused'
  /** Refuses only one entry of a batch whose entries are answered separately; the handler does it. */
  | 'refused-alone';

const rules = z.registry<{ readonly rule: SecretRule }>();

/** Marks a string as identifying, such as a name, an address or an external id. Every other string is masked. */
export function identifying<Schema extends z.ZodType>(schema: Schema, rule: SecretRule = 'refused'): Schema {
  rules.add(schema, { rule });
  return schema;
}

/** Secret rule of a schema; absent means that its strings are masked. */
export const secretRuleOf = (schema: z.core.$ZodType): SecretRule | undefined => rules.get(schema)?.rule;
