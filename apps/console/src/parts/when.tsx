const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** Relative time on one line, with the exact time on hover. */
export function When({ at }: { at: number | null }) {
  if (at === null) return <span className="when">time unknown</span>;
  const exact = new Date(at);
  return (
    <time className="when" dateTime={exact.toISOString()} title={format.format(exact)}>
      {agoOf(at - Date.now())}
    </time>
  );
}

/** Says a distance in time in words: negative is in the past. */
export function agoOf(ms: number): string {
  const [unit, size] = units.find(([, bound]) => Math.abs(ms) >= bound) ?? ['second', 1000];
  return relative.format(Math.round(ms / size), unit);
}
