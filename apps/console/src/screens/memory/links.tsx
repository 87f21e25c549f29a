import { Stack, Text } from '@mantine/core';
import { useRoute } from '../../api/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { channelQuery, MemoryLink } from '../../parts/memory-link.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import type { FoundMemory } from './found-memory.ts';

/** Links of a memory: its successor, sources, related memories, duplicates and contradictions. */
export function Links({ memory }: { memory: FoundMemory }) {
  const found = useRoute('memoryLinks', { params: { id: memory.id }, ...channelQuery(memory.channel) });
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
              <MemoryLink id={memoryId} channel={memory.channel}>
                <StoredName>{title}</StoredName>
              </MemoryLink>
            </Text>
          ));
        }}
      </Loaded>
    </Stack>
  );
}
