import { Anchor, Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { Link } from '@tanstack/react-router';
import { useRoute } from '../api/queries.ts';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { MemoryLink } from '../parts/memory-link.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { Today } from './home/today.tsx';

type Stats = RouteOutput<'stats'>;

const REFRESH_MS = 15_000;

/** Start screen with the counts of stored items, the state of the indexes, and today's activity. */
export function Home() {
  const stats = useRoute('stats', undefined, { refetchMs: REFRESH_MS });
  return (
    <Page title="Home" says="Stored items, the state of the indexes, and today's activity of agents">
      <Loaded of={stats}>
        {(found) => (found.memories.total + found.messages.total === 0 ? <FirstSteps /> : <Stored stats={found} />)}
      </Loaded>
    </Page>
  );
}

const FirstSteps = () => (
  <Empty title="Nothing is stored yet">
    <p>Connect an agent, or put in what you have. Either takes a minute.</p>
    <Group justify="center">
      <Button component={Link} to="/agents">
        Connect an agent
      </Button>
      <Button component={Link} to="/imports" variant="default">
        Import a file
      </Button>
    </Group>
  </Empty>
);

const Stored = ({ stats }: { stats: Stats }) => (
  <>
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      <Figure name="Memories" value={stats.memories.total} more={`${stats.memories.last24h} in the last 24 hours`} />
      <Figure name="Messages" value={stats.messages.total} more={`${stats.messages.last24h} in the last 24 hours`} />
      <Figure
        name="Sessions"
        value={stats.messages.sessions}
        more={`in ${stats.messages.channels} ${stats.messages.channels === 1 ? 'channel' : 'channels'}`}
      />
      <Freshness index={stats.index} />
    </SimpleGrid>
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Categories byCategory={stats.memories.byCategory} />
      <Strongest strongest={stats.strongest} />
    </SimpleGrid>
    <Today />
  </>
);

const Figure = ({ name, value, more }: { name: string; value: number | string; more: string }) => (
  <Card withBorder>
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <Text fz={28} fw={700} lh={1.2}>
      {typeof value === 'number' ? value.toLocaleString() : value}
    </Text>
    <Text size="sm" c="dimmed">
      {more}
    </Text>
  </Card>
);

/** Shows how far the indexes lag behind the store. */
function Freshness({ index: { pending, dead, off } }: { index: Stats['index'] }) {
  const waiting = pending.words + pending.vectors;
  const failed = dead.words + dead.vectors;
  const state = failed > 0 ? `${failed} failed` : waiting > 0 ? `${waiting} waiting` : 'Fresh';
  const more = [
    failed > 0 && 'see Health',
    off.vectors > 0 && 'no embedding model: found by words alone',
    failed + waiting + off.vectors === 0 && 'all that is stored can be found',
    waiting > 0 && `${pending.words} for words, ${pending.vectors} for meaning`,
  ];
  return <Figure name="Indexes" value={state} more={more.filter(Boolean).join('; ')} />;
}

const Categories = ({ byCategory }: { byCategory: Stats['memories']['byCategory'] }) => (
  <Card withBorder>
    <Title order={2} size="h5" mb="xs">
      Memories by category
    </Title>
    <Group gap="xs">
      {Object.entries(byCategory)
        .filter(([, count]) => count > 0)
        .sort(([, a], [, b]) => b - a)
        .map(([category, count]) => (
          <Anchor key={category} component={Link} to={`/memories?category=${category}`} underline="hover">
            {category} {count.toLocaleString()}
          </Anchor>
        ))}
    </Group>
  </Card>
);

const Strongest = ({ strongest }: { strongest: Stats['strongest'] }) => (
  <Card withBorder>
    <Title order={2} size="h5" mb="xs">
      Strongest memories
    </Title>
    <Stack gap={4}>
      {strongest.length === 0 && <Text c="dimmed">None yet: what helps agents grows stronger.</Text>}
      {strongest.slice(0, 5).map(({ memoryId, title, strength }) => (
        <Group key={memoryId} justify="space-between" wrap="nowrap">
          <MemoryLink id={memoryId}>
            <StoredName>{title}</StoredName>
          </MemoryLink>
          <Text size="sm">{strength.toFixed(2)}</Text>
        </Group>
      ))}
    </Stack>
  </Card>
);
