import type { ErrorCode } from '@cairn/contracts';
import { Refusal } from './client.ts';

const nextSteps: Readonly<Record<string, string>> = {
  'auth/missing': 'Sign in again, with a key that works.',
  'auth/forbidden': 'Ask an admin of your organisation for a key with that role.',
  'key/last-admin': 'Make somebody else an admin first.',
  'invitation/unknown': 'Open the whole link, or ask for another invitation.',
  'console/offline': 'Start it with `npm start`, then try again.',
  'rate/limited': 'Wait some seconds, then try again.',
  'item/unknown': 'It may have been forgotten, or belong to somebody else. Recall finds what you may see.',
  'item/stale-version': 'Somebody changed it meanwhile. Load it again, and repeat your change on the current text.',
  'truth/unavailable': 'The store does not answer. Health says what is wrong.',
} satisfies Partial<Record<ErrorCode | 'console/offline', string>>;

/** Names the action that failed. */
export const failureOf = (error: Error): string =>
  error instanceof Refusal && error.attempt ? `Could not ${error.attempt}` : 'This screen failed';

/** Returns advice for the user about an error. */
export const nextStepOf = (error: Error): string =>
  error instanceof Refusal ? (nextSteps[error.code] ?? stepOf(error)) : 'Load the page again.';

const stepOf = ({ status, mayPass }: Refusal): string => {
  if (mayPass) return 'Try again in a moment. If it stays so, Health says what is wrong.';
  if (status === 404) return 'It may be gone, or belong to somebody else. Load the page again.';
  return status === 409
    ? 'Load the page again to see what it says now.'
    : 'Change what is named above, then try again.';
};
