import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRoute } from '../../api/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Quote } from '../../parts/quote.tsx';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';

const REFRESH_MS = 15_000;
const MEMORIES_SHOWN = 5;
const MESSAGES_SHOWN = 8;

const startOfToday = () => new Date().setHours(0, 0, 0, 0);

/** Today's activity of agents and people: new principals, memories and messages. */
export function Today() {
  const mayWho = useMay('manager');
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: mayWho ? 2 : 1 }}>
        <NewMemories />
        {mayWho && <ActiveToday />}
      </SimpleGrid>
      <NewMessages />
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card withBorder>
    <Title order={2} size="h5" mb="xs">
      {title}
    </Title>
    {children}
  </Card>
);

function NewMemories() {
  const query = { limit: MEMORIES_SHOWN, sinceMs: startOfToday() };
  const found = useRoute('listMemories', { query }, { refetchMs: REFRESH_MS });
  return (
    <Part title="Remembered today">
      <Loaded of={found}>
        {({ items }) => (
          <Stack gap={4}>
            {items.length === 0 && <Text c="dimmed">Nothing yet today.</Text>}
            {items.map(({ id, title, author, timestamp, createdAt }) => (
              <Group key={id} justify="space-between" wrap="nowrap" align="flex-start">
                <MemoryLink id={id}>
                  <StoredName>{title}</StoredName>
                </MemoryLink>
                <Text size="sm" c="dimmed" ta="right">
                  {author && <StoredName>{author}</StoredName>} <When at={timestamp ?? createdAt} />
                </Text>
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
    </Part>
  );
}

function ActiveToday() {
  const found = useRoute('listPrincipals', undefined, { refetchMs: REFRESH_MS });
  return (
    <Part title="Here today">
      <Loaded of={found}>
        {({ principals }) => (
          <Stack gap={4}>
            {principals
              .filter(({ lastUsedAt }) => (lastUsedAt ?? 0) >= startOfToday())
              .toSorted((one, other) => (other.lastUsedAt ?? 0) - (one.lastUsedAt ?? 0))
              .map(({ principalId, name, kind, lastUsedAt }) => (
                <Group key={principalId} justify="space-between" wrap="nowrap">
                  <Group gap="xs">
                    <StoredName>{name}</StoredName>
                    <Badge variant="default" tt="none">
                      {kind}
                    </Badge>
                  </Group>
                  <Text size="sm" c="dimmed">
                    <When at={lastUsedAt ?? 0} />
                  </Text>
                </Group>
              ))}
          </Stack>
        )}
      </Loaded>
    </Part>
  );
}

function NewMessages() {
  const recent = useRoute(
    'recent',
    { query: { limit: MESSAGES_SHOWN, sinceMs: startOfToday() } },
    { refetchMs: REFRESH_MS },
  );
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        Said today
      </Title>
      <Loaded of={recent}>
        {({ messages }) =>
          messages.length === 0 ? (
            <Text c="dimmed">
              Nothing was said today. <Link to="/conversations">Conversations</Link> lists what was said before.
            </Text>
          ) : (
            messages.toReversed().map((message) => (
              <Card key={message.messageId} withBorder p="sm">
                <Quote {...message} />
              </Card>
            ))
          )
        }
      </Loaded>
    </Stack>
  );
}
