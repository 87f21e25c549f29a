import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { failureOf, nextStepOf } from '../api/next-step.ts';

const closeButtonProps = { 'aria-label': 'Close' };
/** Time in ms in which a user can read the message and press undo. */
const UNDO_MS = 12_000;

/** Shows a notification about a completed action. */
export function toast(message: string): void {
  notifications.show({ message, closeButtonProps });
}

let undoLatest: (() => void) | undefined;

/** Undoes the latest action of which the notification is still visible, like its button. */
export const pressUndo = (): void => undoLatest?.();

/** Shows a notification about a completed action, with an undo button, which the key `u` presses. */
export function toastWithUndo(message: string, undo: () => void): void {
  const press = () => {
    notifications.hide(id);
    undo();
  };
  undoLatest = press;
  const id = notifications.show({
    closeButtonProps,
    autoClose: UNDO_MS,
    onClose: () => {
      if (undoLatest === press) undoLatest = undefined;
    },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="default" onClick={press} aria-keyshortcuts="u" style={{ flexShrink: 0 }}>
          Undo
        </Button>
      </Group>
    ),
  });
}

/** Shows a notification about an error, with advice. It stays until the user closes it. */
export function toastFailure(error: Error): void {
  notifications.show({
    color: 'red',
    closeButtonProps,
    autoClose: false,
    title: failureOf(error),
    message: (
      <>
        <span className="stored-name">{error.message}</span> {nextStepOf(error)}
      </>
    ),
  });
}
