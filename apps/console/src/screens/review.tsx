import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../parts/page.tsx';
import { Ending } from './review/ending.tsx';
import { Pairs } from './review/pairs.tsx';

/** Screen of choices that wait for a person: contradictions, duplicates, and memories that soon end. */
export function Review() {
  const { tab = 'contradictions' } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <Page title="Review" says="Choices that wait for a person">
      <Tabs
        value={tab}
        onChange={(to) => void navigate({ to: '/review', search: { tab: to ?? undefined } })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="contradictions">Contradictions</Tabs.Tab>
          <Tabs.Tab value="repetitions">Repetitions</Tabs.Tab>
          <Tabs.Tab value="ending">About to end</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="contradictions" pt="md">
          <Pairs kind="contradicts" />
        </Tabs.Panel>
        <Tabs.Panel value="repetitions" pt="md">
          <Pairs kind="restates" />
        </Tabs.Panel>
        <Tabs.Panel value="ending" pt="md">
          <Ending />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
