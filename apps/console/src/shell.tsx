import { AppShell, Burger, Button, Center, Group, Loader, Menu, NavLink, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Failure } from './parts/failure.tsx';
import { Logo } from './parts/logo.tsx';
import { SchemeToggle } from './parts/scheme-toggle.tsx';
import { openPalette, Palette } from './palette.tsx';
import { screens } from './screens.ts';
import { SignIn } from './screens/sign-in.tsx';
import { useEndSession, useMay, useSession } from './session/session.ts';

/** Frame around every screen. Without a session, it shows the sign-in. */
export function Shell() {
  const { holder, isAsking, error } = useSession();
  if (isAsking) return <Waiting />;
  if (error) return <Failure error={error} />;
  return holder ? <Frame name={holder.name} role={holder.role} /> : <SignIn />;
}

const Waiting = () => (
  <Center h="100vh">
    <Loader role="status" aria-label="Loading" />
  </Center>
);

function Frame({ name, role }: { name: string; role: string }) {
  const [isOpen, { toggle, close }] = useDisclosure();
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
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <Logo />
            <Text fw={700} visibleFrom="xs">
              Cairn
            </Text>
          </Group>
          <Button variant="default" size="xs" onClick={openPalette} aria-keyshortcuts="/ Control+K">
            Search&nbsp;
            <Text span inherit visibleFrom="xs">
              or go to&nbsp;
            </Text>
            <kbd>/</kbd>
          </Button>
          <Group gap="xs" wrap="nowrap">
            <SchemeToggle />
            <Account name={name} role={role} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <nav className="nav-group" aria-label="Screens">
          {screens.map((screen) => (
            <ScreenLink key={screen.path} {...screen} onGo={close} />
          ))}
        </nav>
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function ScreenLink({ path, label, role, onGo }: (typeof screens)[number] & { onGo: () => void }) {
  const { pathname } = useLocation();
  const isHere = path === '/' ? pathname === '/' : pathname.startsWith(path);
  if (!useMay(role)) return null;
  return (
    <NavLink
      component={Link}
      to={path}
      label={label}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      onClick={onGo}
    />
  );
}

function Account({ name, role }: { name: string; role: string }) {
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
        <Menu.Label>Role: {role}</Menu.Label>
        <Menu.Item onClick={() => void end()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
