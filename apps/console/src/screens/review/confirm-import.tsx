import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ImportedMemory } from '@cairn/contracts';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { formatCount } from '../../parts/counted.ts';
import { StoredName } from '../../parts/stored-text.tsx';
import { perform, toast, toastWithUndo } from '../../parts/toast.tsx';
import { unconfirmAll } from './confirm.ts';
import { loadedImportsOf, type LoadedImport } from './loaded-imports.ts';

/** Buttons that confirm, after a question, what the list shows of an import, one for each import in the list. */
export function ConfirmImports({ memories }: { readonly memories: readonly ImportedMemory[] }) {
  // Kept as it was when the button was pressed: the list may be loaded again behind the question.
  const [asked, setAsked] = useState<LoadedImport>();
  const close = () => setAsked(undefined);
  return (
    <Group gap="xs">
      {loadedImportsOf(memories).map((one) => (
        <Button key={one.key} size="compact-sm" variant="default" onClick={() => setAsked(one)}>
          {/* One element, since the row of a button's parts drops the space between them. */}
          <span>
            Confirm {theseOf(one)} of <StoredName>{one.name}</StoredName>
          </span>
        </Button>
      ))}
      <Modal
        opened={asked !== undefined}
        onClose={close}
        title="Confirm what an import brought"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {asked !== undefined && <Question {...asked} close={close} />}
      </Modal>
    </Group>
  );
}

function theseOf({ ready, hasMore }: LoadedImport): string {
  if (ready.length === 1) return 'this one';
  return `${hasMore ? 'the first' : 'these'} ${ready.length}`;
}

function Question({ close, ...one }: LoadedImport & { readonly close: () => void }) {
  const { name, ready, suspect } = one;
  const count = formatCount(ready.length, 'rule or decision', 'rules and decisions');
  const act = () => {
    confirmShown(one);
    close();
  };
  return (
    <Stack>
      <Text size="sm">
        {count} of <StoredName>{name}</StoredName> will bind: agents are stopped by what they forbid. Confirm only what
        you have read in the list.
      </Text>
      {suspect > 0 && (
        <Text size="sm">
          {suspect} more {suspect === 1 ? 'reads' : 'read'} like planted instructions and {suspect === 1 ? 'is' : 'are'}{' '}
          left out: decide on each alone.
        </Text>
      )}
      <Group>
        <Button onClick={act}>Confirm {ready.length}</Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}

/** Confirms the memories in the versions that were shown, says what was left out, and offers to take it back. */
const confirmShown = ({ importId, ready }: LoadedImport): void =>
  perform(async () => {
    const memories = ready.map(({ memoryId: id, version }) => ({ id, version }));
    const { confirmed, suspect, changed } = await call('confirmImport', { params: { importId }, body: { memories } });
    const says = `${formatCount(confirmed.length, 'memory', 'memories')} confirmed`;
    const message = [
      `${says}.`,
      ...(changed.length > 0 ? [`${changed.length} changed since they were shown: read them again.`] : []),
      ...(suspect.length > 0 ? [`${suspect.length} read like planted instructions: decide on each.`] : []),
    ].join(' ');
    const done = new Set(confirmed);
    const takeBack = () => unconfirmAll(ready.filter(({ memoryId }) => done.has(memoryId)));
    if (confirmed.length === 0) toast(message);
    else toastWithUndo({ says, message, takeBack });
  });
