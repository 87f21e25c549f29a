import { Anchor, Stack, Text } from '@mantine/core';
import type { NamedNode } from '@cairn/contracts';
import { Empty } from '../../parts/empty.tsx';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { StoredName, StoredText } from '../../parts/stored-text.tsx';
import { useFilters } from '../../parts/use-filters.ts';

/** Says that a name is unknown or means several things, with the names to choose from and the memories that have it. */
export function Unresolved({ named, field }: { named: NamedNode; field: 'entity' | 'other' }) {
  const { name, resolution, candidates, near, elsewhere } = named;
  const names = resolution === 'ambiguous' ? candidates : near;
  const [, set] = useFilters('/ownership');
  return (
    <Stack gap="xs">
      <Empty title={resolution === 'ambiguous' ? 'Several things have this name' : 'Nothing has this name'}>
        {names.length > 0 ? (
          <>
            {resolution === 'ambiguous' ? 'Choose one: ' : 'Similar names: '}
            {names.map(({ key, label, nodeType }) => (
              <span key={key}>
                <Anchor component="button" type="button" onClick={() => set({ [field]: key })}>
                  <StoredName>{label}</StoredName> ({nodeType})
                </Anchor>{' '}
              </span>
            ))}
          </>
        ) : (
          <>
            No memory says who owns or needs <StoredName>{name}</StoredName>. Write one with the key c: “Ana owns {name}
            .”
          </>
        )}
      </Empty>
      {elsewhere?.quotes.map(({ memoryId, title, text }) => (
        <div key={memoryId}>
          <MemoryLink id={memoryId}>
            <StoredName>{title}</StoredName>
          </MemoryLink>
          <StoredText short>{text}</StoredText>
        </div>
      ))}
      {elsewhere && elsewhere.count > elsewhere.quotes.length && (
        <Text c="dimmed">{elsewhere.count} memories have the name.</Text>
      )}
    </Stack>
  );
}
