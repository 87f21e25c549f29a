import { Fragment } from 'react';

interface BarsProps {
  readonly label: string;
  readonly rows: readonly (readonly [name: string, points: number])[];
  /** Value for which a bar has its full length. */
  readonly most: number;
  readonly digits?: number;
}

/** Bar chart with the largest value first. Bars of negative values have another colour, and their numbers keep the sign. */
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
