import { Badge, Tabs, Text } from '@mantine/core';
import type { ReviewList } from '@cairn/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useReviewCounts } from '../api/waiting-count.ts';
import { Page } from '../parts/page.tsx';
import { AgentRules } from './review/agent-rules.tsx';
import { Contradictions } from './review/contradictions.tsx';
import { Ending } from './review/ending.tsx';
import { Imported } from './review/imported.tsx';
import { Proposals } from './review/proposals.tsx';
import { Repetitions } from './review/repetitions.tsx';
import { Reported } from './review/reported.tsx';

interface Tab {
  /** Value of `tab` in the address. */
  readonly value: string;
  readonly list: ReviewList;
  readonly label: string;
  readonly Panel: ComponentType;
}

const tabs: readonly Tab[] = [
  { value: 'proposals', list: 'proposals', label: 'Proposals', Panel: Proposals },
  { value: 'rules', list: 'agentRules', label: 'Rules by agents', Panel: AgentRules },
  { value: 'imported', list: 'imported', label: 'Imported', Panel: Imported },
  { value: 'contradictions', list: 'contradictions', label: 'Contradictions', Panel: Contradictions },
  { value: 'repetitions', list: 'repetitions', label: 'Repetitions', Panel: Repetitions },
  { value: 'ending', list: 'ending', label: 'Ending soon', Panel: Ending },
  { value: 'reported', list: 'reported', label: 'Reported wrong', Panel: Reported },
];

/** Screen of everything that waits for the decision of a person. It opens on the first list that has something. */
export function Review() {
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const counts = useReviewCounts();
  const first = tabs.find(({ list }) => (counts?.[list] ?? 0) > 0) ?? tabs[0]!;
  const isWaiting = tab === undefined && counts === undefined;
  return (
    <Page
      title="Review"
      says={
        <>
          Waiting for your decision.{' '}
          <Text span inherit visibleFrom="sm">
            Keys: j and k move, y keeps, n rejects, u takes it back.
          </Text>
        </>
      }
    >
      <Tabs
        value={isWaiting ? null : (tab ?? first.value)}
        onChange={(to) => void navigate({ to: '/review', search: { tab: to ?? undefined } })}
        keepMounted={false}
      >
        <Tabs.List>
          {tabs.map(({ value, list, label }) => (
            <Tabs.Tab key={value} value={value} rightSection={<Count count={counts?.[list]} />}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, Panel }) => (
          <Tabs.Panel key={value} value={value} pt="md">
            <Panel />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

const Count = ({ count = 0 }: { count: number | undefined }) =>
  count === 0 ? null : (
    <Badge size="sm" variant="light" color="gray" className="count">
      {count.toLocaleString()}
    </Badge>
  );
