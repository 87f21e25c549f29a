import { Text } from '@mantine/core';
import { useRoute } from '../../api/queries.ts';
import { ListRow } from '../../parts/list-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { channelQuery } from '../../parts/memory-link.tsx';
import { StateChips } from '../../parts/state-chips.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import type { FoundMemory } from '../../parts/found-memory.ts';

/** Links of a memory: its successor, sources, related memories, duplicates and contradictions. */
export function Links({ memory }: { memory: FoundMemory }) {
  const found = useRoute('memoryLinks', { params: { id: memory.id }, ...channelQuery(memory.channel) });
  return (
    <Loaded of={found}>
      {({ links }) => {
        if (links.length === 0) return <Text c="dimmed">No memory is linked with it.</Text>;
        return (
          <ul className="key-list" aria-label="Related memories">
            {links.map(({ memoryId, title, relation, through, category, state }) => (
              <li key={memoryId}>
                <ListRow
                  title={title}
                  to={`/memories/${memoryId}`}
                  search={memory.channel === null ? {} : { channel: memory.channel }}
                  chips={<StateChips state={state} />}
                  facts={[
                    relation,
                    category,
                    through && (
                      <>
                        <StoredName>{through.entity}</StoredName> <StoredName>{through.relationType}</StoredName>
                      </>
                    ),
                  ]}
                />
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}
