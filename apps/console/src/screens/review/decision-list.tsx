import { useState, type ReactNode } from 'react';
import '../../parts/decision.css';
import { KeyList } from '../../parts/key-list.tsx';
import { useKeys } from '../../parts/use-keys.ts';

interface DecisionListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Decisions on the current row, by the key that makes them. */
  readonly decisions: Readonly<Record<string, (row: Row) => void>>;
  readonly children: (row: Row) => ReactNode;
}

/** List of which one row is current: `j` and `k` move, other keys decide on it. A decided row gives its place to the next. */
export function DecisionList<Row>({ label, rows, keyOf, decisions, children }: DecisionListProps<Row>) {
  const [place, setPlace] = useState(0);
  const current = rows[Math.min(place, rows.length - 1)];
  useKeys((event) => {
    const decide = decisions[event.key];
    if (!decide || current === undefined) return;
    event.preventDefault();
    decide(current);
  });
  return (
    <KeyList label={label} rows={rows} keyOf={keyOf} onActive={(row) => setPlace(rows.indexOf(row))}>
      {(row) => (
        <div className="decision" data-current={row === current}>
          {children(row)}
        </div>
      )}
    </KeyList>
  );
}
