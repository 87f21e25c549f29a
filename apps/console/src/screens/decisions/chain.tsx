import { Group, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Empty } from '../../parts/empty.tsx';
import { formatDay } from '../../parts/days.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import type { FoundMemory } from '../../parts/found-memory.ts';
import { loadChain, timeOf } from './decision-chain.ts';
import { StatusBadge } from './decision-table.tsx';
import './chain.css';
import { WhyDecided } from './why-decided.tsx';

/** A decision with the earlier and later ones of its chain, and the reasons in their own words. */
export function Chain({ id, channel }: { id: string; channel: string | undefined }) {
  const chain = useQuery({ queryKey: ['decision-chain', id, channel], queryFn: () => loadChain(id, channel) });
  return (
    <Loaded of={chain}>
      {(decisions) => {
        const opened = decisions.find((decision) => decision.id === id);
        if (!opened)
          return (
            <Empty title="This decision is not here">
              <p>It may have been forgotten, or belong to somebody else.</p>
            </Empty>
          );
        return (
          <>
            {decisions.length > 1 && <Steps decisions={decisions} opened={opened} />}
            <WhyDecided decision={opened.title} />
          </>
        );
      }}
    </Loaded>
  );
}

const Steps = ({ decisions, opened }: { decisions: readonly FoundMemory[]; opened: FoundMemory }) => (
  <Timeline
    active={decisions.indexOf(opened)}
    bulletSize={16}
    lineWidth={2}
    component="ol"
    aria-label="Chain of decisions"
    className="chain"
  >
    {decisions.map((decision) => (
      <Timeline.Item key={decision.id} component="li" aria-current={decision === opened ? 'true' : undefined}>
        <Group gap="xs">
          <Text size="sm" fw={decision === opened ? 700 : 400}>
            <MemoryLink id={decision.id} channel={decision.channel} c="inherit" inherit>
              <StoredName>{decision.title}</StoredName>
            </MemoryLink>
          </Text>
          <StatusBadge decision={decision} />
        </Group>
        <Text size="xs" c="dimmed">
          {formatDay(timeOf(decision))}
          {decision.author && (
            <>
              , <StoredName>{decision.author}</StoredName>
            </>
          )}
        </Text>
      </Timeline.Item>
    ))}
  </Timeline>
);
