import { Alert, List, Text } from '@mantine/core';
import { Refusal } from '../api/client.ts';
import { failureOf, nextStepOf } from '../api/next-step.ts';

/** Error message: the action that failed, the reason in the server's words, and advice. */
export function Failure({ error }: { error: Error }) {
  const refusal = error instanceof Refusal ? error : undefined;
  return (
    <Alert color="red" variant="light" title={failureOf(error)} role="alert" my="sm">
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
      <Text size="sm" mt="xs" fw={600}>
        {nextStepOf(error)}
      </Text>
      {refusal?.requestId && (
        <Text size="xs" mt="xs">
          Request {refusal.requestId}
        </Text>
      )}
    </Alert>
  );
}
