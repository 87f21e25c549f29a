import { useRef } from 'react';
import { useKeys } from './use-keys.ts';

/** Marks the element of a row that gets the focus, usually its link. Without one, the row itself gets the focus. */
export const ROW_TARGET = { 'data-row-target': '' } as const;

interface RowKeys {
  readonly count: number;
  /** Brings a row into view before it gets the focus. */
  readonly show?: (index: number) => void;
  /** Called when a row gets the focus. */
  readonly onActive?: (index: number) => void;
}

const FRAMES_MAX = 10;

/**
 * Moves the focus from row to row by `j` and `k`. The rows of the list have `data-index`. Enter opens a row, since the
 * focus is on its link.
 */
export function useRowKeys<Frame extends HTMLElement>({ count, show, onActive }: RowKeys) {
  const frame = useRef<Frame>(null);
  const active = useRef(-1);
  useKeys((event) => {
    if (event.key !== 'j' && event.key !== 'k') return;
    if (count === 0 || !frame.current) return;
    event.preventDefault();
    const next = Math.min(count - 1, Math.max(0, active.current + (event.key === 'j' ? 1 : -1)));
    show?.(next);
    focusRow(frame.current, next);
  });
  const onFocus = ({ target }: { target: Element }) => {
    const index = Number(target.closest('[data-index]')?.getAttribute('data-index') ?? -1);
    if (index < 0 || index === active.current) return;
    active.current = index;
    onActive?.(index);
  };
  return { frame, onFocus };
}

/** Focuses a row. A virtual list renders the row some frames after it was scrolled into view. */
function focusRow(frame: HTMLElement, index: number, framesLeft = FRAMES_MAX): void {
  const row = frame.querySelector<HTMLElement>(`[data-index="${index}"]`);
  if (row) return (row.querySelector<HTMLElement>('[data-row-target]') ?? row).focus();
  if (framesLeft > 0) requestAnimationFrame(() => focusRow(frame, index, framesLeft - 1));
}
