import { Button, Group, Stack, Text } from '@mantine/core';
import type { RouteInput, RouteOutput } from '@cairn/contracts';
import { useState } from 'react';
import { useMemories } from '../../api/pages.ts';
import { call } from '../../api/client.ts';
import { updateOptimistically } from '../../api/optimistic-update.ts';
import { queryClient } from '../../api/queries.ts';
import { archiveAll } from '../../parts/archive.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { channelQuery, MemoryLink } from '../../parts/memory-link.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { StoredName, StoredText } from '../../parts/stored-text.tsx';
import { perform, toastWithUndo } from '../../parts/toast.tsx';
import { ROW_TARGET } from '../../parts/use-row-keys.ts';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { DecisionList } from './decision-list.tsx';

type Memory = RouteOutput<'listMemories'>['items'][number];

const PAGE_ITEMS = 50;
const SOON_MS = 30 * 86_400_000;

/** List of memories whose validity ends within a month, or has ended although they are not archived. */
export function Ending() {
  const [until] = useState(() => Date.now() + SOON_MS);
  const pages = useMemories({ validToMs: until, limit: PAGE_ITEMS });
  const act = {
    hold: (memory: Memory) => perform(() => removeEnd(memory)),
    archive: ({ id, version, channel }: Memory) => archiveAll([{ memoryId: id, version, channel }], 'It ended.'),
  };
  return (
    <Stack>
      <Loaded of={pages}>
        {(memories) =>
          memories.length === 0 ? (
            <Empty title="Nothing ends within a month">
              <p>A memory that is valid until a day is listed here in its last thirty days, until you decide.</p>
            </Empty>
          ) : (
            <DecisionList
              label="Ending soon"
              rows={memories.toSorted((one, other) => (one.validTo ?? 0) - (other.validTo ?? 0))}
              keyOf={({ id }) => id}
              decisions={{ y: act.hold, n: act.archive }}
            >
              {(memory) => (
                <EndingCard memory={memory} onHold={() => act.hold(memory)} onArchive={() => act.archive(memory)} />
              )}
            </DecisionList>
          )
        }
      </Loaded>
      <ShowMore pages={pages} />
    </Stack>
  );
}

/** Removes the end of a memory, which leaves the list at once. */
async function removeEnd({ id, channel, version, validTo, title }: Memory): Promise<void> {
  const undoUpdate = updateOptimistically(queryClient, id, { validTo: null });
  const target = { params: { id }, ...channelQuery(channel) };
  const change = (body: RouteInput<'updateMemory'>['body']) => call('updateMemory', { ...target, body });
  try {
    const held = await change({ validTo: null, expectedVersion: version, reason: 'It is still valid.' });
    toastWithUndo({
      says: `Still valid: ${title}`,
      message: 'Still valid: it has no end any more.',
      takeBack: () => change({ validTo, expectedVersion: held.version, reason: 'Its end was taken back.' }),
    });
  } catch (error) {
    undoUpdate();
    throw error;
  }
}

interface EndingCardProps {
  readonly memory: Memory;
  readonly onHold: () => void;
  readonly onArchive: () => void;
}

function EndingCard({ memory: { id, title, content, validTo, channel, author }, onHold, onArchive }: EndingCardProps) {
  const mayDecide = useMay('writer');
  const hasEnded = (validTo ?? 0) <= Date.now();
  return (
    <article aria-label={title}>
      <MemoryLink id={id} channel={channel} fw={600} c="inherit" {...ROW_TARGET}>
        <StoredName>{title}</StoredName>
      </MemoryLink>
      <StoredText short>{content}</StoredText>
      <Text component="div" size="xs" c="dimmed" className="facts">
        <span>
          {hasEnded ? 'ended ' : 'ends '}
          <When at={validTo ?? 0} />
        </span>
        {author && <StoredName>{author}</StoredName>}
      </Text>
      {mayDecide && (
        <Group gap="xs" mt="xs">
          <Button size="compact-sm" variant="default" onClick={onHold} aria-keyshortcuts="y">
            Still valid
          </Button>
          <Button size="compact-sm" variant="default" onClick={onArchive} aria-keyshortcuts="n">
            Archive
          </Button>
        </Group>
      )}
    </article>
  );
}
