import { List, Text } from '@mantine/core';
import { useRoute } from '../../api/queries.ts';
import { channelQuery } from '../../parts/memory-link.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import type { FoundMemory } from '../../parts/found-memory.ts';
import { wordsOfUnderstood } from './understood-words.ts';

/** Shows how Cairn understood a memory, and whether a person gave this meaning or Cairn inferred it. */
export function Understood({ memory: { id, channel, version } }: { memory: FoundMemory }) {
  const { data } = useRoute('trace', { params: { id }, ...channelQuery(channel) });
  const lines = wordsOfUnderstood(data?.understood ?? []);
  if (!data || lines.length === 0 || data.memory.version < version) return null;
  return (
    <List size="sm" aria-label="Understood">
      {lines.map((line) => (
        <List.Item key={line}>
          <Text size="sm" c="dimmed">
            <StoredName>{line}</StoredName>
          </Text>
        </List.Item>
      ))}
    </List>
  );
}
