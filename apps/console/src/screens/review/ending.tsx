import { Button, Card, Group, Stack, Text } from '@mantine/core';
import type { RouteInput, RouteOutput } from '@cairn/contracts';
import { useState } from 'react';
import { useMemories } from '../../api/pages.ts';
import { useAct } from '../../api/queries.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { toast, toastFailure } from '../../parts/toast.tsx';
import { channelQuery, MemoryLink } from '../../parts/memory-link.tsx';
import { StoredName, StoredText } from '../../parts/stored-text.tsx';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { useArchive } from './archive.ts';

type Memory = RouteOutput<'listMemories'>['items'][number];

const PAGE_ITEMS = 50;
const SOON_MS = 30 * 86_400_000;

/** List of memories whose validity ends within a month, or has ended although they are not archived. */
export function Ending() {
  const [until] = useState(() => Date.now() + SOON_MS);
  const pages = useMemories({ validToMs: until, limit: PAGE_ITEMS });
  return (
    <Stack>
      <Loaded of={pages}>
        {(memories) =>
          memories.length === 0 ? (
            <Empty title="Nothing ends within a month">
              <p>A memory with a validTo is listed here in its last thirty days, until it is extended or archived.</p>
            </Empty>
          ) : (
            memories
              .toSorted((one, other) => (one.validTo ?? 0) - (other.validTo ?? 0))
              .map((memory) => <EndingCard key={memory.id} memory={memory} />)
          )
        }
      </Loaded>
      {pages.hasMore && (
        <Button variant="default" onClick={pages.more}>
          Show more
        </Button>
      )}
    </Stack>
  );
}

function EndingCard({ memory }: { memory: Memory }) {
  const { id, title, content, validTo, version, channel } = memory;
  const mayDecide = useMay('writer');
  const archive = useArchive(memory, 'It ended.');
  const keep = useAct(
    'updateMemory',
    () => toast('It holds on: it has no end any more.'),
    () => ({ id, change: { validTo: null } }),
  );
  const lasting = {
    params: { id },
    ...channelQuery(channel),
    body: { validTo: null, expectedVersion: version, reason: 'It holds on.' },
  } satisfies RouteInput<'updateMemory'>;
  const hasEnded = (validTo ?? 0) <= Date.now();
  return (
    <Card withBorder component="article" aria-label={title}>
      <MemoryLink id={id} channel={channel} fw={600}>
        <StoredName>{title}</StoredName>
      </MemoryLink>
      <Text size="sm" c="dimmed">
        {hasEnded ? 'ended ' : 'ends '}
        <When at={validTo ?? 0} />
      </Text>
      <StoredText short>{content}</StoredText>
      {mayDecide && (
        <Group mt="xs">
          <Button
            size="compact-sm"
            variant="default"
            loading={keep.isPending}
            onClick={() => void keep.mutateAsync(lasting).catch(toastFailure)}
          >
            It holds on
          </Button>
          <Button size="compact-sm" variant="default" loading={archive.isPending} onClick={archive.act}>
            Archive
          </Button>
        </Group>
      )}
    </Card>
  );
}
