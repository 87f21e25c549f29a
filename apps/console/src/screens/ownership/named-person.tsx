import { Text } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { StoredName } from '../../parts/stored-text.tsx';

/** A name of a person, with some memories that have it. */
export type PersonName = RouteOutput<'listDuplicates'>['duplicates'][number]['entity'];

export const NamedPerson = ({ name }: { name: PersonName }) => (
  <Text span>
    <StoredName>{name.label}</StoredName> <WhereNamed name={name} />
  </Text>
);

/** Places where a name stands: memories, and messages. */
export const WhereNamed = ({ name: { memories, speaks } }: { name: PersonName }) => (
  <Text span size="sm" c="dimmed" className="facts">
    {memories.map(({ memoryId, title }) => (
      <MemoryLink key={memoryId} id={memoryId}>
        <StoredName>{title}</StoredName>
      </MemoryLink>
    ))}
    {speaks && <span>speaks in messages</span>}
  </Text>
);
