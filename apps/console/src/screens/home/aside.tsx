import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRoute } from '../../api/queries.ts';
import { formatCount } from '../../parts/counted.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { When } from '../../parts/when.tsx';

const REFRESH_MS = 30_000;
const DAY_MS = 86_400_000;
const ENDS_SOON_DAYS = 30;
const ROWS_MAX = 5;

/** Cards beside the feed: what waits, which agents came, and what ends soon. */
export const Aside = () => (
  <Stack>
    <Waiting />
    <Agents />
    <Ending />
  </Stack>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card withBorder padding="sm" component="section" aria-label={title}>
    <Title order={2} size="h5" mb="xs">
      {title}
    </Title>
    {children}
  </Card>
);

/** Lists of the review: the value of `tab` of the screen Review, and the words for one and for many. */
const lists = [
  ['proposals', 'proposals', 'proposal', 'proposals'],
  ['agentRules', 'rules', 'rule by an agent', 'rules by agents'],
  ['imported', 'imported', 'imported rule or decision', 'imported rules and decisions'],
  ['contradictions', 'contradictions', 'contradiction', 'contradictions'],
  ['repetitions', 'repetitions', 'repetition', 'repetitions'],
  ['reported', 'reported', 'memory reported wrong', 'memories reported wrong'],
] as const;

function Waiting() {
  const found = useRoute('reviewCounts', undefined, { refetchMs: REFRESH_MS });
  return (
    <Part title="Waiting for review">
      <Loaded of={found}>
        {({ counts }) => {
          const waiting = lists.filter(([list]) => counts[list] > 0);
          if (waiting.length === 0) return <Text c="dimmed">Nothing waits for you.</Text>;
          return (
            <Stack gap={4}>
              {waiting.map(([list, tab, one, many]) => (
                <Link key={list} to={`/review?tab=${tab}`}>
                  {formatCount(counts[list], one, many)}
                </Link>
              ))}
            </Stack>
          );
        }}
      </Loaded>
    </Part>
  );
}

function Agents() {
  const found = useRoute('listAgents', undefined, { refetchMs: REFRESH_MS });
  return (
    <Part title="Agents">
      <Loaded of={found}>
        {({ agents }) => (
          <Stack gap={6}>
            {agents.length === 0 && (
              <Text c="dimmed">
                None is connected. <Link to="/agents">Connect an agent</Link>
              </Text>
            )}
            {agents.slice(0, ROWS_MAX).map(({ principalId, name, lastCallAt, today }) => (
              <div key={principalId}>
                <Group justify="space-between" wrap="nowrap" gap="xs">
                  <StoredName>{name}</StoredName>
                  <Text size="xs" c="dimmed">
                    {lastCallAt === null ? 'never called' : <When at={lastCallAt} />}
                  </Text>
                </Group>
                <Text size="xs" c="dimmed">
                  today: {formatCount(today.asked, 'question')}, {today.stored} stored
                  {today.late > 0 && (
                    <Text span inherit c="orange" fw={600}>
                      , {formatCount(today.late, 'late answer')}
                    </Text>
                  )}
                </Text>
              </div>
            ))}
            {agents.length > ROWS_MAX && <Link to="/agents">All {agents.length} agents</Link>}
          </Stack>
        )}
      </Loaded>
    </Part>
  );
}

function Ending() {
  // Rounded to a day, so that the query stays the same while the screen is open.
  const validToMs = Math.ceil(Date.now() / DAY_MS + ENDS_SOON_DAYS) * DAY_MS;
  const found = useRoute('listMemories', { query: { validToMs, limit: ROWS_MAX, order: 'newest' } });
  return (
    <Part title="Ending soon">
      <Loaded of={found}>
        {({ items }) => (
          <Stack gap={4}>
            {items.length === 0 && <Text c="dimmed">Nothing ends within a month.</Text>}
            {items.map(({ id, title, channel, validTo }) => (
              <Group key={id} justify="space-between" wrap="nowrap" gap="xs">
                <MemoryLink id={id} channel={channel} c="inherit" size="sm">
                  <StoredName>{title}</StoredName>
                </MemoryLink>
                <Text size="xs" c="dimmed">
                  <When at={validTo} />
                </Text>
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
    </Part>
  );
}
