import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRoute } from '../../api/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import type { FoundMemory } from '../memory.tsx';

/** What the memory is linked with: what stands in its place, and what its own words recall with it. */
export function Links({ memory }: { memory: FoundMemory }) {
  const query = memory.title.slice(0, 300);
  const found = useRoute('recall', { body: { query, limit: 10, includeArchived: true, collapse: false } });
  const history = useRoute('revisions', { params: { id: memory.id } });
  return (
    <Stack gap="xs">
      <Loaded of={history}>
        {({ supersedes, supersededBy }) => (
          <>
            {supersededBy && <Anchor component={Link} to={`/memories/${supersededBy}`} children="What superseded it" />}
            {supersedes && <Anchor component={Link} to={`/memories/${supersedes}`} children="What it superseded" />}
          </>
        )}
      </Loaded>
      <Loaded of={found}>
        {({ hits }) => {
          const self = hits.find((hit) => hit.kind === 'memory' && hit.memoryId === memory.id);
          const links = self?.kind === 'memory' ? (self.associations ?? []) : [];
          if (links.length === 0) return <Text c="dimmed">No memory is linked with it.</Text>;
          return links.map(({ memoryId, title, relation, through }) => (
            <Text key={memoryId}>
              {relation}
              {through && (
                <>
                  {' '}
                  (<StoredName>{through.entity}</StoredName>, <StoredName>{through.relationType}</StoredName>)
                </>
              )}
              :{' '}
              <Anchor component={Link} to={`/memories/${memoryId}`}>
                <StoredName>{title}</StoredName>
              </Anchor>
            </Text>
          ));
        }}
      </Loaded>
    </Stack>
  );
}
