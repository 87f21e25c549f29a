import { ActionIcon, AppShell, Burger, Button, Center, Group, Loader, Menu, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { version } from 'virtual:routes';
import { Navigation } from './navigation.tsx';
import { Failure } from './parts/failure.tsx';
import { Icon } from './parts/icon.tsx';
import { NewMemoryHost } from './parts/memory-form/new-memory-host.tsx';
import { Logo } from './parts/logo.tsx';
import { StoredName } from './parts/stored-text.tsx';
import { SchemeToggle } from './parts/scheme-toggle.tsx';
import { openPalette, Palette } from './palette.tsx';
import { ShortcutsDialog, useShortcutsDialog } from './shortcuts.tsx';
import { SignIn } from './screens/sign-in.tsx';
import { useEndSession, useSession } from './session/session.ts';

/** Page that needs no session: the link of an invitation opens it. */
const JOIN_PATH = '/join';
/** Page to which a client leads: it needs a session, and shows nothing beside the decision about the client. */
const AUTHORIZE_PATH = '/authorize';

/** Frame around every screen. Without a session, it shows the sign-in. */
export function Shell() {
  const { pathname } = useLocation();
  return pathname === JOIN_PATH ? <Outlet /> : <SignedIn isBare={pathname === AUTHORIZE_PATH} />;
}

function SignedIn({ isBare }: { isBare: boolean }) {
  const { holder, isAsking, error } = useSession();
  if (isAsking) return <Waiting />;
  if (error) return <Failure error={error} />;
  if (!holder) return <SignIn />;
  return isBare ? <Outlet /> : <Frame {...holder} />;
}

const Waiting = () => (
  <Center h="100vh">
    <Loader role="status" aria-label="Loading" />
  </Center>
);

type Holder = NonNullable<ReturnType<typeof useSession>['holder']>;

function Frame({ name, role, organisation = 'default' }: Holder) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const keys = useShortcutsDialog();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 210, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <Palette />
      <ShortcutsDialog isOpen={keys.isOpen} close={keys.close} />
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <Logo />
            <Text fw={700} visibleFrom="xs">
              Cairn
            </Text>
            {organisation !== 'default' && (
              <Text size="sm" c="dimmed" visibleFrom="md" maw={200} truncate>
                <StoredName>{organisation}</StoredName>
              </Text>
            )}
          </Group>
          <Button
            variant="default"
            size="xs"
            onClick={openPalette}
            aria-label="Search or go to"
            aria-keyshortcuts="/ Control+K"
          >
            <Text span inherit visibleFrom="xs">
              Search or go to&nbsp;
            </Text>
            <kbd>/</kbd>
          </Button>
          <Group gap="xs" wrap="nowrap">
            <NewMemoryHost />
            <Help onKeys={keys.open} />
            <SchemeToggle />
            <Account name={name} role={role} organisation={organisation} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <Navigation onGo={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function Help({ onKeys }: { onKeys: () => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" aria-label="Help">
          <Icon name="help" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Cairn {version}</Menu.Label>
        <Menu.Item onClick={onKeys} rightSection={<kbd>?</kbd>}>
          Keys
        </Menu.Item>
        <Menu.Item component={Link} to="/agents">
          Connect an agent
        </Menu.Item>
        <Menu.Item component="a" href="/docs">
          HTTP API
        </Menu.Item>
        <Menu.Item component="a" href="/llms.txt">
          Tools of agents
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Account({ name, role, organisation }: Pick<Holder, 'name' | 'role'> & { readonly organisation: string }) {
  const end = useEndSession();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton aria-label={`Signed in as ${name}`} p={4}>
          <Text size="sm" maw={110} truncate className="stored-name">
            {name}
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          Organisation: <StoredName>{organisation}</StoredName>
        </Menu.Label>
        <Menu.Label>Role: {role}</Menu.Label>
        <Menu.Item onClick={() => void end()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
