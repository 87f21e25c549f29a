import { CairnError } from '@cairn/contracts';
import { secretSpans } from '@cairn/masking';

export type FieldName = readonly [field: string, name: string];

/** The names that were given. */
export const namesIn = (fields: Readonly<Record<string, string | undefined>>): FieldName[] =>
  Object.entries(fields).flatMap(([field, name]) => (name === undefined ? [] : [[field, name] as const]));

/** What tells things apart cannot be masked without making two of them one. Throws `request/invalid` for a name with a secret. */
export function refuseSecretNames(names: readonly FieldName[]): void {
  if (secretSpans(names.map(([, name]) => name).join('\n')).length === 0) return;
  for (const [field, name] of names) {
    const [secret] = secretSpans(name);
    if (secret) throw secretIn(field, secret.kind);
  }
}

/** The issue does not say the value: it would stand in logs. */
function secretIn(field: string, kind: string): CairnError {
  const message = `holds what looks like a secret (${kind}), and a name cannot be masked`;
  const issues = [{ field, message, allowed: 'a name without it' }];
  return new CairnError('request/invalid', `${field} ${message}`, { issues });
}
