import { Fragment } from 'react';

interface BarsProps {
  readonly label: string;
  readonly rows: readonly (readonly [name: string, points: number])[];
  /** Value of a full bar. */
  readonly most: number;
  readonly digits?: number;
}

/** Bar chart, the largest first; negative numbers have another colour and keep their sign. */
export const Bars = ({ label, rows, most, digits = 3 }: BarsProps) => (
  <div className="bars" role="group" aria-label={label}>
    {rows
      .toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a))
      .map(([name, points]) => (
        <Fragment key={name}>
          <span>{name}</span>
          <span className="bar" aria-hidden="true">
            <span
              className={points < 0 ? 'bar-below' : undefined}
              style={{ width: `${Math.min(100, (Math.abs(points) / most) * 100)}%` }}
            />
          </span>
          <span className="number">{points.toFixed(digits)}</span>
        </Fragment>
      ))}
  </div>
);
