import { Modal, Stack, Table, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { undo } from './parts/toast.tsx';
import { useKeys } from './parts/use-keys.ts';
import { screens } from './screens.ts';

interface Shortcuts {
  readonly title: string;
  readonly keys: readonly (readonly [key: string, effect: string])[];
}

/** Every shortcut of the console by the place where it works. The dialog of `?` lists them. */
const shortcuts: readonly Shortcuts[] = [
  {
    title: 'Everywhere',
    keys: [
      ['/ or Ctrl+K', 'Search, or open a screen'],
      ['?', 'Show the keys'],
      ['c', 'Write a new memory, from the selected text if there is some'],
      ['Ctrl+Enter', 'Send the form'],
      ['u', 'Undo the last action; again, the one before'],
    ],
  },
  {
    title: 'In lists',
    keys: [
      ['j', 'Next row'],
      ['k', 'Previous row'],
      ['Enter', 'Open the row'],
    ],
  },
  {
    title: 'In the review',
    keys: [
      ['y', 'Keep; of two, the newer one holds'],
      ['n', 'Not true; of two, the older one holds'],
      ['e', 'Edit'],
      ['m', 'Keep for you alone'],
      ['x', 'Select'],
    ],
  },
  { title: 'Screens', keys: screens.map(({ letter, label }) => [`g ${letter}`, label] as const) },
];

/** State of the dialog of keys, which `?` opens. */
export function useShortcutsDialog() {
  const [isOpen, { open, close }] = useDisclosure();
  useKeys(({ key }) => key === '?' && open());
  useKeys(({ key }) => {
    if (key === 'u') void undo();
  });
  return { isOpen, open, close };
}

export const ShortcutsDialog = ({ isOpen, close }: { isOpen: boolean; close: () => void }) => (
  <Modal opened={isOpen} onClose={close} title="Keys" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
    <Stack>
      {shortcuts.map(({ title, keys }) => (
        <div key={title}>
          <Title order={2} size="h5">
            {title}
          </Title>
          <Table aria-label={title} verticalSpacing={2}>
            <Table.Tbody>
              {keys.map(([key, effect]) => (
                <Table.Tr key={key}>
                  <Table.Th w="8rem" scope="row">
                    <kbd>{key}</kbd>
                  </Table.Th>
                  <Table.Td>{effect}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      ))}
    </Stack>
  </Modal>
);
