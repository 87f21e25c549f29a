import { Anchor, Button, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useRoute } from '../api/queries.ts';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { MemoryLink } from '../parts/memory-link.tsx';
import { StoredName, StoredText } from '../parts/stored-text.tsx';
import { useMay } from '../session/session.ts';
import { Duplicates } from './ownership/duplicates.tsx';
import { GraphCanvas } from './ownership/graph-canvas.tsx';

type Explored = RouteOutput<'graphExplore'>;
type Node = Explored['named']['candidates'][number];

/** Screen of an entity's neighbourhood in the graph, as a picture and as a table. */
export function Ownership() {
  const { entity } = useSearch({ strict: false });
  const mayMerge = useMay('manager');
  return (
    <Page title="Ownership" says="Relations of one entity, with the memories as evidence">
      <EntityForm key={entity} entity={entity ?? ''} />
      {!entity && mayMerge && <Duplicates />}
      {entity ? <Neighbourhood entity={entity} /> : <AllNames />}
    </Page>
  );
}

const useExplore = () => {
  const navigate = useNavigate();
  return (entity: string) => void navigate({ to: '/ownership', search: { entity } });
};

function EntityForm({ entity }: { entity: string }) {
  const explore = useExplore();
  const [draft, setDraft] = useState(entity);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    explore(draft);
  };
  return (
    <form onSubmit={ask}>
      <Group align="flex-end">
        <TextInput
          flex="1 1 14rem"
          label="Person, service, file or any other name"
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        />
        <Button type="submit">Explore</Button>
      </Group>
    </form>
  );
}

function AllNames() {
  const found = useRoute('graphEntities', { query: { limit: 100 } });
  return (
    <Loaded of={found}>
      {({ entities }) =>
        entities.length === 0 ? (
          <Empty title="The graph is empty">
            <p>
              It is read from memories that name people, services and files, and from the files of a repository: npm run
              -s cairn -- import repository .
            </p>
          </Empty>
        ) : (
          <Names title="Names in the graph" nodes={entities} />
        )
      }
    </Loaded>
  );
}

function Neighbourhood({ entity }: { entity: string }) {
  const explore = useExplore();
  const found = useRoute('graphExplore', { body: { entity, depth: 2, limit: 200 } });
  return (
    <Loaded of={found}>
      {(explored) =>
        explored.nodes.length === 0 ? (
          <NotNamed named={explored.named} />
        ) : (
          <Stack>
            <GraphCanvas explored={explored} onNode={explore} />
            {explored.truncated && (
              <Text c="dimmed">There is more than is shown. Explore from one of its neighbours.</Text>
            )}
            <Relations relations={explored.relations} />
          </Stack>
        )
      }
    </Loaded>
  );
}

const NotNamed = ({ named: { resolution, candidates, near, elsewhere } }: { named: Explored['named'] }) =>
  resolution === 'ambiguous' ? (
    <Names title="Several things have this name" nodes={candidates} />
  ) : (
    <Stack>
      <Empty title="Nothing in the graph has this name">
        <p>Try a name from the list, or one that a memory uses.</p>
      </Empty>
      {near.length > 0 && <Names title="Similar names" nodes={near} />}
      {elsewhere && elsewhere.quotes.length > 0 && <MentionsElsewhere {...elsewhere} />}
    </Stack>
  );

const MentionsElsewhere = ({ count, isMore, quotes }: NonNullable<Explored['named']['elsewhere']>) => (
  <Stack gap={4} component="section" aria-label="Memories that name it">
    <Title order={2} size="h5">
      {isMore ? `${count} or more memories name it` : `Memories that name it: ${count}`}
    </Title>
    {quotes.map(({ memoryId, title, text }) => (
      <div key={memoryId}>
        <MemoryLink id={memoryId}>
          <StoredName>{title}</StoredName>
        </MemoryLink>
        <StoredText short>{text}</StoredText>
      </div>
    ))}
  </Stack>
);

const Names = ({ title, nodes }: { title: string; nodes: readonly Node[] }) => (
  <Stack gap={4}>
    <Title order={2} size="h5">
      {title}
    </Title>
    {nodes.map(({ key, label, nodeType }) => (
      <Text key={key}>
        <Anchor component={Link} to={`/ownership?entity=${encodeURIComponent(key)}`}>
          <StoredName>{label}</StoredName>
        </Anchor>{' '}
        <Text span size="sm" c="dimmed">
          {nodeType}
        </Text>
      </Text>
    ))}
  </Stack>
);

const Relations = ({ relations }: { relations: Explored['relations'] }) => (
  <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
    <Table aria-label="Relations">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>From</Table.Th>
          <Table.Th>Relation</Table.Th>
          <Table.Th>To</Table.Th>
          <Table.Th>Evidence</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {relations.map(({ fromKey, toKey, fromLabel, toLabel, relationType, evidenceMemoryIds: [memoryId] }, place) => (
          <Table.Tr key={`${place} ${fromKey} ${toKey}`}>
            <Table.Td>
              <StoredName>{fromLabel}</StoredName>
            </Table.Td>
            <Table.Td>{relationType}</Table.Td>
            <Table.Td>
              <StoredName>{toLabel}</StoredName>
            </Table.Td>
            <Table.Td>
              {memoryId && (
                <MemoryLink id={memoryId} aria-label={`The memory of ${fromLabel} ${relationType}`}>
                  memory
                </MemoryLink>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);
