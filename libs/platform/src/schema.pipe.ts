import { CairnError } from '@cairn/contracts';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { fieldIssues } from './field-issues.ts';

const ISSUES_SHOWN = 50;

/**
 * Parses every body, query and parameter that names a schema (`@Body({ schema })`, `@Validated()`); what does not fit is
 * `request/invalid` with one issue a field. Nest's own pipe is not used because it answers with messages alone and
 * drops keys such as `constructor` from what a caller sent.
 */
export class SchemaPipe implements PipeTransform {
  transform(value: unknown, { schema, type, data }: ArgumentMetadata): unknown {
    if (!schema) return value;
    // Nest knows any Standard Schema; ours are all zod, whose issues say more.
    const zodSchema = schema as z.ZodType;
    const result = zodSchema.safeParse(value);
    if (result.success) return result.data;
    throw invalid(fieldIssues({ schema: zodSchema, value, place: data ?? type }, result.error.issues));
  }
}

function invalid(issues: ReturnType<typeof fieldIssues>): CairnError {
  const first = issues[0];
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return new CairnError('request/invalid', `${first?.field} ${first?.message}${more}`, {
    issues: issues.slice(0, ISSUES_SHOWN),
  });
}
