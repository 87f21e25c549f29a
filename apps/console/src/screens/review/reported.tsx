import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReportedMemory } from '@cairn/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useReportedMemories } from '../../api/pages.ts';
import { archiveAll } from '../../parts/archive.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { StoredName, StoredText } from '../../parts/stored-text.tsx';
import { ROW_TARGET } from '../../parts/use-row-keys.ts';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { confirm } from './confirm.ts';
import { DecisionList } from './decision-list.tsx';

/** List of memories that somebody called wrong or outdated, until a person changes or archives them. */
export function Reported() {
  const pages = useReportedMemories();
  const navigate = useNavigate();
  const reject = (memory: ReportedMemory) => archiveAll([memory], 'Not true: somebody reported it.');
  const open = ({ memoryId, channel }: ReportedMemory) =>
    void navigate({ to: `/memories/${memoryId}`, search: channel ? { channel } : {} });
  return (
    <Stack>
      <Loaded of={pages}>
        {(memories) =>
          memories.length === 0 ? (
            <Empty title="Nothing is reported">
              <p>Agents and people report a memory as wrong or outdated with crystal_feedback, or on its page.</p>
            </Empty>
          ) : (
            <DecisionList
              label="Reported wrong"
              rows={memories}
              keyOf={({ memoryId }) => memoryId}
              decisions={{ y: confirm, n: reject, e: open }}
            >
              {(memory) => (
                <ReportedCard
                  memory={memory}
                  onConfirm={() => confirm(memory)}
                  onReject={() => reject(memory)}
                  onEdit={() => open(memory)}
                />
              )}
            </DecisionList>
          )
        }
      </Loaded>
      <ShowMore pages={pages} />
    </Stack>
  );
}

interface ReportedCardProps {
  readonly memory: ReportedMemory;
  readonly onConfirm: () => void;
  readonly onReject: () => void;
  readonly onEdit: () => void;
}

function ReportedCard({ memory, onConfirm, onReject, onEdit }: ReportedCardProps) {
  const { memoryId, title, content, channel, reports, writtenBy } = memory;
  const mayDecide = useMay('writer');
  return (
    <article aria-label={title}>
      <MemoryLink id={memoryId} channel={channel} fw={600} c="inherit" {...ROW_TARGET}>
        <StoredName>{title}</StoredName>
      </MemoryLink>
      <StoredText short>{content}</StoredText>
      <Text component="div" size="xs" c="dimmed" className="facts">
        {reports.map(({ kind, at, by }) => (
          <span key={`${by.principalId} ${at}`}>
            <StoredName>{by.name}</StoredName> called it {kind} <When at={at} />
          </span>
        ))}
        <span>
          written by <StoredName>{writtenBy.name}</StoredName>
        </span>
      </Text>
      {mayDecide && (
        <Group gap="xs" mt="xs">
          <Button size="compact-sm" onClick={onEdit} aria-keyshortcuts="e">
            Correct
          </Button>
          <Button size="compact-sm" variant="default" onClick={onConfirm} aria-keyshortcuts="y">
            It is true
          </Button>
          <Button size="compact-sm" variant="default" onClick={onReject} aria-keyshortcuts="n">
            Not true
          </Button>
        </Group>
      )}
    </article>
  );
}
