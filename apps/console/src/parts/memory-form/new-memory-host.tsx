import { ActionIcon, Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useMay } from '../../session/session.ts';
import { Icon } from '../icon.tsx';
import { useKeys } from '../use-keys.ts';
import { openNewMemory, useNewMemory, type NewMemory } from './new-memory.ts';

const NewMemoryDialog = lazy(() =>
  import('./new-memory-dialog.tsx').then(({ NewMemoryDialog: loaded }) => ({ default: loaded })),
);

/** Button that opens the form of a new memory, and the form itself. The key `c` opens it on every screen. */
export function NewMemoryHost() {
  const given = useNewMemory();
  const mayWrite = useMay('writer');
  useKeys((event) => {
    if (event.key !== 'c' || !mayWrite) return;
    event.preventDefault();
    openNewMemory(readSelection());
  });
  if (!mayWrite) return null;
  const open = () => openNewMemory(readSelection());
  return (
    <>
      <Button
        size="xs"
        leftSection={<Icon name="add" size={14} />}
        onClick={open}
        visibleFrom="sm"
        aria-keyshortcuts="c"
      >
        New memory
      </Button>
      <ActionIcon onClick={open} hiddenFrom="sm" size={30} aria-label="New memory">
        <Icon name="add" />
      </ActionIcon>
      {given && (
        <Suspense fallback={null}>
          <NewMemoryDialog given={given} />
        </Suspense>
      )}
    </>
  );
}

/** Text that is selected on the screen. A screen of messages handles the key before, to name them as the source. */
const readSelection = (): NewMemory => ({ content: getSelection()?.toString().trim() ?? '' });
