import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { failureOf, nextStepOf } from '../api/next-step.ts';
import { queryClient } from '../api/queries.ts';
import { UndoStack, type Act } from './undo-stack.ts';

const closeButtonProps = { 'aria-label': 'Close' };
/** Time in ms in which a user can read the message and press undo. */
const UNDO_MS = 12_000;

/** Shows a notification about a completed action. */
export function toast(message: string): void {
  notifications.show({ message, closeButtonProps });
}

const acts = new UndoStack();
/** Notification of the last act. Only one is shown, since several cover what stands below them on a phone. */
let shownId: string | undefined;

function showAlone(notification: Parameters<typeof notifications.show>[0]): string {
  if (shownId !== undefined) notifications.hide(shownId);
  shownId = notifications.show(notification);
  return shownId;
}

/**
 * Starts an act that shows a notification with undo, and loads the data on the screen again after it. Undo waits for the
 * act, and a failure is shown.
 */
export function perform(act: () => Promise<unknown>): void {
  const performed = act().catch(toastFailure);
  acts.await(performed);
  void performed.then(() => queryClient.invalidateQueries());
}

/** Takes back an act, by default the last one that was not taken back yet, and says which. */
export async function undo(given?: Act): Promise<void> {
  try {
    const undone = await acts.undo(given);
    if (undone && !undone.takeBack)
      toast(`${undone.says}: this cannot be undone. Undo again for what you did before it.`);
    else if (undone) showAlone({ title: 'Undone', message: undone.says, closeButtonProps });
    else if (!given) toast('Nothing is left to undo.');
  } catch (error) {
    toastFailure(error as Error);
  }
  await queryClient.invalidateQueries();
}

/** Shows a notification about an act that nothing takes back, which undo says instead of taking back the act before it. */
export function toastFinal(says: string, message: string): void {
  acts.push({ says });
  toast(message);
}

interface Undoable extends Required<Act> {
  /** Text of the notification, if it tells more than what was done. */
  readonly message?: string;
}

/**
 * Shows a notification about a completed act, with an undo button. The key `u` takes back the last act, and the one
 * before it when it is pressed again, whether or not their notifications are still shown.
 */
export function toastWithUndo({ message, ...act }: Undoable): void {
  acts.push(act);
  const press = () => {
    notifications.hide(id);
    void undo(act);
  };
  const id = showAlone({
    closeButtonProps,
    autoClose: UNDO_MS,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" className="stored-name">
          {message ?? act.says}
        </Text>
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
