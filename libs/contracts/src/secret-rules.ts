import { z } from 'zod';

/** How a string of a request that is stored is kept from holding a secret, if not by masking it. */
export type SecretRule =
  /** It tells things apart or leads to them: a secret in it is refused, since masking could make two of them one. */
  | 'refused'
  /** The same, but of one thing among many that are answered apart: its handler refuses it. */
  | 'refused-alone';

const rules = z.registry<{ readonly rule: SecretRule }>();

/** Marks a string that tells things apart, such as a name, an address or an id in the words of a sender. Every other string is masked. */
export function tellsApart<Schema extends z.ZodType>(schema: Schema, rule: SecretRule = 'refused'): Schema {
  rules.add(schema, { rule });
  return schema;
}

/** Absent: it is masked. */
export const secretRuleOf = (schema: z.core.$ZodType): SecretRule | undefined => rules.get(schema)?.rule;
