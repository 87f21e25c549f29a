import { Button, Collapse } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface DisclosureProps {
  readonly label: ReactNode;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** Part of a screen that few people need. It is shown once its name is pressed. */
export function Disclosure({ label, isOpen = false, children }: DisclosureProps) {
  const [isShown, { toggle }] = useDisclosure(isOpen);
  return (
    <div>
      <Button variant="transparent" c="dimmed" px={0} size="compact-sm" onClick={toggle} aria-expanded={isShown}>
        <span aria-hidden="true">{isShown ? '▾' : '▸'}&nbsp;</span>
        {label}
      </Button>
      <Collapse expanded={isShown}>{children}</Collapse>
    </div>
  );
}
