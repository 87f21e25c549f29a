import type { RefusedField, ServerRefusal } from '@cairn/client';

/** Explains a refusal in lines: one line for each rejected field, or else the message. The error code is at the end. */
export function describeRefusalLines({ message, issues, code }: ServerRefusal): string[] {
  const lines = issues.length > 0 ? issues.map(lineOf) : [message];
  return code === undefined ? lines : [...lines.slice(0, -1), `${lines.at(-1)} [${code}]`];
}

/** Explains a refusal in one line. */
export const describeRefusal = (error: ServerRefusal): string => describeRefusalLines(error).join('; ');

function lineOf({ field, message = '', allowed }: RefusedField): string {
  const isSaid = allowed === undefined || message.includes(allowed);
  const typed = allowed?.replace('overwrite=true', '--overwrite');
  return [field && `${field}:`, message, isSaid ? '' : `(allowed: ${typed})`].filter(Boolean).join(' ');
}
