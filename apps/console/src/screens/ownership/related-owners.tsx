import { Anchor, Card, Text, Title } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { StoredName } from '../../parts/stored-text.tsx';
import { useFilters } from '../../parts/use-filters.ts';

type Answer = RouteOutput<'graphOwners'>;

/** Things of a similar name and paths below a folder, each with its owners and a link to its own answer. */
export function RelatedOwners({ namesakes, below }: Pick<Answer, 'namesakes' | 'below'>) {
  const [, set] = useFilters('/ownership');
  if (namesakes.length + below.length === 0) return null;
  const rows = [
    ...namesakes.map(({ node, owners }) => ({ key: node.key, label: node.label, type: node.nodeType, owners })),
    ...below.map(({ pattern, owners }) => ({ key: pattern, label: pattern, type: 'path below', owners })),
  ];
  return (
    <>
      <Title order={2} size="h5">
        Owners of what is named alike or stands below
      </Title>
      {rows.map(({ key, label, type, owners }) => (
        <Card withBorder p="sm" key={key}>
          <Text component="div">
            <b>
              <StoredName>{owners.map((owner) => owner.label).join(', ')}</StoredName>
            </b>{' '}
            {owners.length === 1 ? 'owns' : 'own'}{' '}
            <Anchor component="button" type="button" onClick={() => set({ entity: key })}>
              <StoredName>{label}</StoredName>
            </Anchor>{' '}
            <Text span c="dimmed">
              ({type})
            </Text>
          </Text>
        </Card>
      ))}
    </>
  );
}
