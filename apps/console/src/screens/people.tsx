import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../parts/page.tsx';
import { useMay } from '../session/session.ts';
import { Keys } from './people/keys.tsx';
import { Principals } from './people/principals.tsx';
import { Teams } from './people/teams.tsx';

/** Screen of people and agents, their keys and teams. */
export function People() {
  const { tab = 'people' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const maySeeTeams = useMay('manager');
  return (
    <Page title="People" says="People and agents, their keys, and the teams they are in">
      <Tabs
        value={tab}
        onChange={(to) => void navigate({ to: '/people', search: { tab: to ?? undefined } })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="people">People and agents</Tabs.Tab>
          <Tabs.Tab value="keys">Keys</Tabs.Tab>
          {maySeeTeams && <Tabs.Tab value="teams">Teams</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="people" pt="md">
          <Principals />
        </Tabs.Panel>
        <Tabs.Panel value="keys" pt="md">
          <Keys />
        </Tabs.Panel>
        {maySeeTeams && (
          <Tabs.Panel value="teams" pt="md">
            <Teams />
          </Tabs.Panel>
        )}
      </Tabs>
    </Page>
  );
}
