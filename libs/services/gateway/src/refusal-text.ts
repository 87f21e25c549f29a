import { CairnError, type FieldIssue } from '@cairn/contracts';

/** Describes an error to a model in sentences. Names each issue once, with the refused value and the allowed values. */
export function refusalText(error: unknown): string {
  if (!(error instanceof CairnError))
    return 'a fault of the server, not of this call. Try again; if it stays, look into the log of the server.';
  const [first] = error.issues;
  const isTold = first !== undefined && error.message.startsWith(`${first.field} ${first.message}`);
  const says = ({ field, message }: FieldIssue): boolean =>
    !isTold && error.message.includes(message) && names(error.message, field);
  return [
    ...(isTold ? [] : [error.message]),
    ...error.issues.map((issue) => (says(issue) ? restOf(issue) : sentenceOf(issue))).filter((told) => told !== ''),
    ...(error.retry ? ['Trying again later can help.'] : []),
  ].join(' ');
}

/** Whether a text has the name of a field as a whole word. */
const names = (text: string, field: string): boolean =>
  text
    .toLowerCase()
    .split(/\.?(?:[^\w.[\]]+|$)/u)
    .includes(field.toLowerCase());

/** Tells only what an issue adds to a message that holds its text: the allowed values of its field. */
const restOf = ({ field, message, allowed }: FieldIssue): string =>
  allowed === undefined || message.includes(allowed) ? '' : `Allowed for ${field}: ${allowed}.`;

function sentenceOf({ field, message, value, allowed }: FieldIssue): string {
  const sent = value === undefined ? '' : ` (it was ${JSON.stringify(value)})`;
  return allowed === undefined || message.includes(allowed)
    ? `${field} ${message}${sent}.`
    : `${field} ${message}${sent}; allowed: ${allowed}.`;
}
