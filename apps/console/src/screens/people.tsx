import { Button, Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../parts/page.tsx';
import { useMay } from '../session/session.ts';
import { InviteDialog } from './people/invite.tsx';
import { Keys } from './people/keys.tsx';
import { Principals } from './people/principals.tsx';
import { Teams } from './people/teams.tsx';

/** Screen of people and agents, their keys and teams. `?invite=1` opens the dialog that invites somebody. */
export function People() {
  const { tab = 'people', invite } = useSearch({ strict: false });
  const navigate = useNavigate();
  const isManager = useMay('manager');
  const show = (search: Readonly<Record<string, string | undefined>>) => void navigate({ to: '/people', search });
  return (
    <Page
      title="People"
      says="People with their agents, their teams and keys"
      actions={isManager && <Button onClick={() => show({ invite: '1' })}>Invite</Button>}
    >
      <InviteDialog isOpen={isManager && invite === '1'} close={() => show({})} />
      <Tabs value={tab} onChange={(to) => show({ tab: to ?? undefined })} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="people">People</Tabs.Tab>
          {isManager && <Tabs.Tab value="teams">Teams</Tabs.Tab>}
          <Tabs.Tab value="keys">Keys</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="people" pt="md">
          <Principals />
        </Tabs.Panel>
        {isManager && (
          <Tabs.Panel value="teams" pt="md">
            <Teams />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="keys" pt="md">
          <Keys />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
