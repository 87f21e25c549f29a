import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { useAct, useRoute } from '../../api/queries.ts';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { toastFailure, toastWithUndo } from '../../parts/toast.tsx';
import { StoredName } from '../../parts/stored-text.tsx';

type Duplicate = RouteOutput<'listDuplicates'>['duplicates'][number];

/** List of pairs of people with similar names. A manager merges a pair or keeps its people apart. */
export function Duplicates() {
  const { data } = useRoute('listDuplicates', { query: { limit: 50 } });
  if (!data || data.duplicates.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label="People who may be one">
      <Title order={2} size="h5">
        People who may be one
      </Title>
      {data.duplicates.map((pair) => (
        <Offer key={`${pair.entity.key} ${pair.into.key}`} {...pair} />
      ))}
      {data.more > 0 && <Text c="dimmed">{data.more} more follow once these are decided.</Text>}
    </Stack>
  );
}

function Offer({ entity, into, fit }: Duplicate) {
  const undo = useAct('undoCorrection');
  const takeBack = (id: string) => undo.mutate({ params: { id } }, { onError: toastFailure });
  const merge = useAct('mergeEntities', ({ id }) => toastWithUndo('Merged', () => takeBack(id)));
  const apart = useAct('keepApart', ({ id }) => toastWithUndo('Kept apart', () => takeBack(id)));
  const isBusy = merge.isPending || apart.isPending;
  return (
    <Card withBorder component="article" aria-label={`${entity.label} and ${into.label}`}>
      <Group justify="space-between">
        <div>
          <Side side={entity} /> may be <Side side={into} />
          <Text size="sm" c="dimmed">
            {fit.replaceAll('-', ' ')}
          </Text>
        </div>
        <Group>
          <Button
            size="compact-sm"
            loading={isBusy}
            onClick={() => merge.mutate({ body: { entity: entity.key, into: into.key } }, { onError: toastFailure })}
          >
            One person
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={isBusy}
            onClick={() => apart.mutate({ body: { entity: entity.key, other: into.key } }, { onError: toastFailure })}
          >
            Two people
          </Button>
        </Group>
      </Group>
    </Card>
  );
}

const Side = ({ side: { label, memories, speaks } }: { side: Duplicate['entity'] }) => (
  <Text span>
    <StoredName>{label}</StoredName>
    {memories.map(({ memoryId, title }) => (
      <Text span size="sm" key={memoryId}>
        {' '}
        <MemoryLink id={memoryId}>
          <StoredName>{title}</StoredName>
        </MemoryLink>
      </Text>
    ))}
    {speaks && (
      <Text span size="sm" c="dimmed">
        {' '}
        speaks in messages
      </Text>
    )}
  </Text>
);
