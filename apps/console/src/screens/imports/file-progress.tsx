import { Alert, Group, List, Progress, Stack, Text } from '@mantine/core';
import { StoredName } from '../../parts/stored-text.tsx';
import type { ImportProgress } from './import-progress.ts';

const SHOWN_MAX = 50;

/** Progress and result of importing a file. A failed import is red and says why. */
export function FileProgress({ name, progress }: { name: string; progress: ImportProgress }) {
  const { share, failed, errors, problem, retimed } = progress;
  const percent = Math.round(share * 100);
  return (
    <Stack gap="xs" role="group" aria-label={name}>
      <Group justify="space-between">
        <Text fw={600}>
          <StoredName>{name}</StoredName>
        </Text>
        <Text size="sm" role="status">
          {countsOf(progress)}
        </Text>
      </Group>
      {retimed.count > 0 && (
        <Text size="sm" c="dimmed">
          {retimed.count} without a time, or with an impossible one, took the nearest of the conversation, or have none:{' '}
          <StoredName>{retimed.places.join('; ')}</StoredName>
        </Text>
      )}
      <Progress
        value={percent}
        color={problem !== undefined || failed > 0 ? 'red' : 'teal'}
        aria-label={`${name}: ${percent} percent`}
      />
      {problem !== undefined && (
        <Alert color="red" variant="light" title="The import stopped here. Drop the file again to continue.">
          <StoredName>{problem}</StoredName>
        </Alert>
      )}
      {failed > 0 && (
        <Alert color="red" variant="light" title="These were not stored. Correct them, and drop the file again.">
          <List size="sm">
            {errors.slice(0, SHOWN_MAX).map(({ place, message }, at) => (
              <List.Item key={at}>
                <StoredName>{place}</StoredName>: <StoredName>{message}</StoredName>
              </List.Item>
            ))}
          </List>
          {failed > SHOWN_MAX && <Text size="sm">And {failed - SHOWN_MAX} more.</Text>}
        </Alert>
      )}
    </Stack>
  );
}

function countsOf({ read, taken, created, failed, isDryRun }: ImportProgress): string {
  if (isDryRun) return `${read} read: ${taken} would be sent, ${failed} cannot be`;
  return `${read} read: ${created} new, ${read - created - failed} already there, ${failed} failed`;
}
