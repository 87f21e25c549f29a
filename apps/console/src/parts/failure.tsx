import { Alert, List, Text } from '@mantine/core';
import { Refusal } from '../api/client.ts';

const nextSteps: Readonly<Record<string, string>> = {
  'auth/missing': 'Sign in again, with a key that works.',
  'auth/forbidden': 'Ask an admin of your organisation for a key with that role.',
  'console/offline': 'Start it with `npm start`, then try again.',
  'rate/limited': 'Wait some seconds, then try again.',
  'item/unknown': 'It may have been forgotten, or belong to somebody else. Recall finds what you may see.',
  'item/stale-version': 'Somebody changed it meanwhile. Load it again, and make your change to what it says now.',
  'truth/unavailable': 'The store does not answer. Operations says what is wrong.',
};

/** What went wrong, in the server's words, and what to do next. */
export function Failure({ error }: { error: Error }) {
  const refusal = error instanceof Refusal ? error : undefined;
  const next = refusal ? nextSteps[refusal.code] : 'Load the page again.';
  return (
    <Alert color="red" variant="light" title="That did not work" role="alert" my="sm">
      <Text size="sm" className="stored-name">
        {error.message}
      </Text>
      {refusal && refusal.issues.length > 0 && (
        <List size="sm" mt="xs">
          {refusal.issues.map(({ field, message, allowed }) => (
            <List.Item key={field + message} className="stored-name">
              {field}: {message}
              {allowed && ` (${allowed})`}
            </List.Item>
          ))}
        </List>
      )}
      {next && (
        <Text size="sm" mt="xs" fw={600}>
          {next}
        </Text>
      )}
      {refusal?.requestId && (
        <Text size="xs" mt="xs">
          Request {refusal.requestId}
        </Text>
      )}
    </Alert>
  );
}
