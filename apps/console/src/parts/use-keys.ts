import { useEffect, useRef } from 'react';

/** Fields that take letters. A check mark takes only the space bar. */
const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select';

/** Tells whether keys belong to a form field or to a dialog that is open. */
const isTaken = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches(FIELDS) || target.closest('[role=dialog], [role=menu]') !== null);

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
