import { useEffect, useRef } from 'react';

const FIELDS = /^(INPUT|TEXTAREA|SELECT)$/;

/** Tells whether keys belong to a form field or to a dialog that is open. */
const isTaken = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || FIELDS.test(target.tagName) || target.closest('[role=dialog], [role=menu]') !== null);

interface KeysOptions {
  /** Whether to get each key before the other listeners, which skip the events that this one prevents. */
  readonly isFirst?: boolean;
}

/** Calls `act` for each key that is pressed without Ctrl, Alt or Meta, outside form fields, dialogs and menus. */
export function useKeys(act: (event: KeyboardEvent) => void, { isFirst = false }: KeysOptions = {}): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, target, defaultPrevented } = event;
      if (!ctrlKey && !metaKey && !altKey && !defaultPrevented && !isTaken(target)) latest.current(event);
    };
    document.addEventListener('keydown', onKey, { capture: isFirst });
    return () => document.removeEventListener('keydown', onKey, { capture: isFirst });
  }, [isFirst]);
}
