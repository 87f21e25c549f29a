import { notifications } from '@mantine/notifications';

const closeButtonProps = { 'aria-label': 'Close' };

/** Says in a corner what was done. */
export function say(message: string): void {
  notifications.show({ message, closeButtonProps });
}

/** Says in a corner what went wrong. */
export function sayFailure({ message }: Error): void {
  notifications.show({ color: 'red', message, closeButtonProps });
}
