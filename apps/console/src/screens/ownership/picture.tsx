import { Button, Group, Stack, Table, Text, Title, useComputedColorScheme } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { useMemo, useState } from 'react';
import { useRoute } from '../../api/queries.ts';
import { formatCount } from '../../parts/counted.ts';
import { StoredName } from '../../parts/stored-text.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { coloursOf, typesIn } from './colours.ts';
import { foldPaths } from './fold-paths.ts';
import { GraphCanvas } from './graph-canvas.tsx';
import { wordsOfRelation } from './relation-words.ts';

type Explored = RouteOutput<'graphExplore'>;

/** Picture of the neighbourhood of a thing, coloured by type, with the same relations as a table. */
export function Picture({ entity, onNode }: { entity: string; onNode: (key: string) => void }) {
  const { data } = useRoute('graphExplore', { body: { entity, depth: 2, limit: 200 } });
  const [hasPaths, setPaths] = useState(false);
  const scheme = useComputedColorScheme('light');
  const shown = useMemo(() => data && (hasPaths ? data : foldPaths(data)), [data, hasPaths]);
  if (!data || !shown || data.nodes.length < 2) return null;
  const folded = data.nodes.length - shown.nodes.length;
  return (
    <Stack gap="xs" component="section" aria-label="Picture">
      <Group justify="space-between">
        <Title order={2} size="h5">
          Its neighbours
        </Title>
        {(folded > 0 || hasPaths) && (
          <Button size="compact-sm" variant="default" onClick={() => setPaths(!hasPaths)}>
            {hasPaths ? 'Fold paths away' : `Show ${formatCount(folded, 'path')}`}
          </Button>
        )}
      </Group>
      <Legend explored={shown} scheme={scheme} />
      <GraphCanvas explored={shown} scheme={scheme} onNode={onNode} />
      {data.truncated && <Text c="dimmed">There is more than is shown. Choose one of its neighbours.</Text>}
      <Relations relations={shown.relations} />
    </Stack>
  );
}

const Legend = ({ explored, scheme }: { explored: Explored; scheme: 'light' | 'dark' }) => (
  <Group gap="md" role="group" aria-label="Legend">
    {typesIn(explored.nodes).map((type) => (
      <Group key={type} gap={6}>
        <svg width="12" height="12" aria-hidden="true">
          <circle cx="6" cy="6" r="6" fill={coloursOf(scheme).ofType(type)} />
        </svg>
        <Text size="sm">{type === 'unknown' ? 'other' : type}</Text>
      </Group>
    ))}
  </Group>
);

const Relations = ({ relations }: { relations: Explored['relations'] }) => (
  <WideTable label="Relations" columns={['From', 'Relation', 'To', 'Evidence']}>
    {relations.map(({ fromKey, toKey, fromLabel, toLabel, relationType, evidenceMemoryIds: [memoryId] }, place) => (
      <Table.Tr key={`${place} ${fromKey} ${toKey}`}>
        <Table.Td>
          <StoredName>{fromLabel}</StoredName>
        </Table.Td>
        <Table.Td>{wordsOfRelation(relationType)}</Table.Td>
        <Table.Td>
          <StoredName>{toLabel}</StoredName>
        </Table.Td>
        <Table.Td>
          {memoryId && (
            <MemoryLink id={memoryId} aria-label={`memory: ${fromLabel} ${relationType} ${toLabel}`}>
              memory
            </MemoryLink>
          )}
        </Table.Td>
      </Table.Tr>
    ))}
  </WideTable>
);
