import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePairs } from '../../api/pages.ts';
import { archiveAll } from '../../parts/archive.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { StoredName, StoredText } from '../../parts/stored-text.tsx';
import { ROW_TARGET } from '../../parts/use-row-keys.ts';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { DecisionList } from './decision-list.tsx';
import { batchesOf, groupsOf, type Batch, type Group as Repeated, type Repetition } from './repeated.ts';

const PAGE_PAIRS = 100;
const REASON = 'Another one says the same: the review showed both as a repetition.';

/** Memories that say the same, in groups by kind. One of each group is kept, and the others are archived. */
export function Repetitions() {
  const pages = usePairs({ kind: 'restates', limit: PAGE_PAIRS });
  const keep = (group: Repeated, kept: Repetition) =>
    archiveAll(
      group.filter((one) => one !== kept),
      REASON,
    );
  const keepNewest = (groups: readonly Repeated[]) =>
    archiveAll(
      groups.flatMap(([, ...older]) => older),
      REASON,
    );
  return (
    <Stack>
      <Loaded of={pages}>
        {(pairs) =>
          pairs.length === 0 ? (
            <Empty title="No repetition found">
              <p>Memories that say the same stand here together, some seconds after they are written.</p>
            </Empty>
          ) : (
            <DecisionList
              label="Repetitions"
              rows={rowsOf(batchesOf(groupsOf(pairs)))}
              keyOf={({ group }) => group[0]!.memoryId}
              decisions={{ y: ({ group }) => keep(group, group[0]!) }}
            >
              {({ group, batch }) => (
                <>
                  {batch && <BatchHead batch={batch} onKeep={() => keepNewest(batch.groups)} />}
                  <GroupCard group={group} onKeep={(one) => keep(group, one)} />
                </>
              )}
            </DecisionList>
          )
        }
      </Loaded>
      <ShowMore pages={pages} />
    </Stack>
  );
}

interface Row {
  readonly group: Repeated;
  /** The batch that begins with this group. */
  readonly batch?: Batch;
}

const rowsOf = (batches: readonly Batch[]): Row[] =>
  batches.flatMap((batch) => batch.groups.map((group, place) => (place === 0 ? { group, batch } : { group })));

function BatchHead({ batch: { says, groups }, onKeep }: { batch: Batch; onKeep: () => void }) {
  const mayDecide = useMay('writer');
  return (
    <Group justify="space-between" mb="xs">
      <Title order={2} size="h5">
        {says}: keep one of each
      </Title>
      {mayDecide && groups.length > 1 && (
        <Button size="compact-sm" onClick={onKeep}>
          Keep the newest of each
        </Button>
      )}
    </Group>
  );
}

function GroupCard({ group, onKeep }: { group: Repeated; onKeep: (one: Repetition) => void }) {
  const mayDecide = useMay('writer');
  return (
    <article aria-label="Repetition">
      {group.map((one, place) => (
        <Entry key={one.memoryId} one={one} isFirst={place === 0}>
          {mayDecide && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onKeep(one)}
              aria-label={`Keep this one: ${one.title}`}
              {...(place === 0 && { 'aria-keyshortcuts': 'y' })}
            >
              Keep this one
            </Button>
          )}
        </Entry>
      ))}
    </article>
  );
}

const Entry = ({ one, isFirst, children }: { one: Repetition; isFirst: boolean; children: ReactNode }) => (
  <Group justify="space-between" align="flex-start" gap="xs" py={4}>
    <div className="decision-text">
      <MemoryLink id={one.memoryId} channel={one.channel} fw={600} c="inherit" {...(isFirst && ROW_TARGET)}>
        <StoredName>{one.title}</StoredName>
      </MemoryLink>
      {one.content !== one.title && <StoredText short>{one.content}</StoredText>}
      <Text component="div" size="xs" c="dimmed" className="facts">
        {one.author && <StoredName>{one.author}</StoredName>}
        <When at={one.timestamp ?? one.createdAt} />
      </Text>
    </div>
    {children}
  </Group>
);
