import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRoute } from '../../api/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import type { FoundMemory } from '../memory.tsx';

/** What the memory is linked with: what stands in its place, its sources, what speaks of the same, what restates or contradicts it. */
export function Links({ memory }: { memory: FoundMemory }) {
  const found = useRoute('memoryLinks', { params: { id: memory.id } });
  return (
    <Stack gap="xs">
      <Loaded of={found}>
        {({ links }) => {
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
