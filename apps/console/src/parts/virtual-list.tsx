import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, type ReactNode } from 'react';
import { useRowKeys } from './use-row-keys.ts';

interface VirtualListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly estimatePx: number;
  readonly keyOf: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
  /** Called when the end of the list becomes visible. */
  readonly onEnd?: () => void;
  /** Called when a row gets the focus, by `j`, `k` or Tab. */
  readonly onActive?: (row: Row) => void;
}

/** List of any length that renders only the visible rows. The keys `j` and `k` move the focus from row to row. */
export function VirtualList<Row>({ label, rows, estimatePx, keyOf, children, onEnd, onActive }: VirtualListProps<Row>) {
  const { frame, onFocus } = useRowKeys<HTMLDivElement>({
    count: rows.length,
    show: (index) => virtual.scrollToIndex(index),
    onActive: (index) => rows[index] !== undefined && onActive?.(rows[index]),
  });
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => estimatePx,
    getItemKey: (index) => keyOf(rows[index]!),
    overscan: 8,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= rows.length - 1 && rows.length > 0) onEnd?.();
  }, [last, rows.length, onEnd]);
  return (
    <div ref={frame} className="virtual" tabIndex={0} role="region" aria-label={label} onFocus={onFocus}>
      <ul className="virtual-all" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ key, index, start }) => (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            tabIndex={-1}
            className="virtual-row"
            style={{ transform: `translateY(${start}px)` }}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
          >
            {children(rows[index]!)}
          </li>
        ))}
      </ul>
    </div>
  );
}
