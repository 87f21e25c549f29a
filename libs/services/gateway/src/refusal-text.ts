import { CairnError, type FieldIssue } from '@cairn/contracts';

/** Describes an error to a model in sentences. Names each issue once, with the refused value and the allowed values. */
export function refusalText(error: unknown): string {
  if (!(error instanceof CairnError))
    return 'a fault of the server, not of this call. Try again; if it stays, look into the log of the server.';
  const [first] = error.issues;
  const isTold = first !== undefined && error.message.startsWith(`${first.field} ${first.message}`);
  return [
    ...(isTold ? [] : [error.message]),
    ...error.issues.map(sentenceOf),
    ...(error.retry ? ['Trying again later can help.'] : []),
  ].join(' ');
}

function sentenceOf({ field, message, value, allowed }: FieldIssue): string {
  const sent = value === undefined ? '' : ` (it was ${JSON.stringify(value)})`;
  return allowed === undefined || message.includes(allowed)
    ? `${field} ${message}${sent}.`
    : `${field} ${message}${sent}; allowed: ${allowed}.`;
}
