import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { nextStepOf } from '../api/next-step.ts';

const closeButtonProps = { 'aria-label': 'Close' };
/** Long enough to read it and change one's mind. */
const UNDO_MS = 12_000;

/** Says in a corner what was done. */
export function say(message: string): void {
  notifications.show({ message, closeButtonProps });
}

/** Says in a corner what was done, with the way back. */
export function sayUndoable(message: string, undo: () => void): void {
  const press = () => {
    notifications.hide(id);
    undo();
  };
  const id = notifications.show({
    closeButtonProps,
    autoClose: UNDO_MS,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="default" onClick={press}>
          Undo
        </Button>
      </Group>
    ),
  });
}

/** Says in a corner what went wrong and what to do next, until it is closed. */
export function sayFailure(error: Error): void {
  notifications.show({
    color: 'red',
    closeButtonProps,
    autoClose: false,
    title: error.message,
    message: nextStepOf(error),
  });
}
