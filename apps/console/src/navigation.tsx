import { Badge, NavLink, ScrollArea, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useWaitingCount } from './api/waiting-count.ts';
import { Icon } from './parts/icon.tsx';
import { screenGroups, type Screen } from './screens.ts';
import { useMay } from './session/session.ts';

/** Links to the screens that the signed-in person may open, by group. */
export const Navigation = ({ onGo }: { onGo: () => void }) => (
  <ScrollArea type="auto">
    <nav className="nav-group" aria-label="Screens">
      {screenGroups.map(({ label, screens }) => (
        <ScreenGroup key={label ?? ''} label={label} screens={screens} onGo={onGo} />
      ))}
    </nav>
  </ScrollArea>
);

function ScreenGroup({
  label,
  screens,
  onGo,
}: {
  label: string | undefined;
  screens: readonly Screen[];
  onGo: () => void;
}) {
  const lowest = screens.some(({ role }) => role === 'reader') ? 'reader' : 'admin';
  if (!useMay(lowest)) return null;
  return (
    <>
      {label && (
        <Text size="xs" fw={600} c="dimmed" px="xs" pt="sm" pb={2}>
          {label}
        </Text>
      )}
      {screens.map((screen) => (
        <ScreenLink key={screen.path} {...screen} onGo={onGo} />
      ))}
    </>
  );
}

function ScreenLink({ path, label, role, icon, onGo }: Screen & { onGo: () => void }) {
  const { pathname } = useLocation();
  const isHere = path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`);
  if (!useMay(role)) return null;
  return (
    <NavLink
      component={Link}
      to={path}
      label={label}
      py={5}
      leftSection={<Icon name={icon} />}
      rightSection={path === '/review' && <WaitingCount />}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      onClick={onGo}
    />
  );
}

function WaitingCount() {
  const count = useWaitingCount();
  if (!count) return null;
  return (
    <Badge size="sm" variant="filled" aria-label={`${count} waiting`}>
      {count}
    </Badge>
  );
}
