import type { ReactNode } from 'react';
import { useRowKeys } from './use-row-keys.ts';

interface KeyListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
  /** Called when a row gets the focus, so that keys can act on that row. */
  readonly onActive?: (row: Row) => void;
}

/** Short list whose rows get the focus by `j` and `k`. A list of any length is a `VirtualList`. */
export function KeyList<Row>({ label, rows, keyOf, children, onActive }: KeyListProps<Row>) {
  const { frame, onFocus } = useRowKeys<HTMLUListElement>({
    count: rows.length,
    onActive: (index) => rows[index] !== undefined && onActive?.(rows[index]),
  });
  return (
    <ul ref={frame} className="key-list" aria-label={label} onFocus={onFocus}>
      {rows.map((row, index) => (
        <li key={keyOf(row)} data-index={index} tabIndex={-1}>
          {children(row)}
        </li>
      ))}
    </ul>
  );
}
