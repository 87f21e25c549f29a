const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Time between the first and the newest message of a conversation, such as `25 min` or `3 h`. Empty below a minute. */
export function lengthOf({ startedAt, endedAt }: { readonly startedAt: number; readonly endedAt: number }): string {
  const ms = endedAt - startedAt;
  if (ms < MINUTE_MS) return '';
  if (ms < HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  return ms < DAY_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / DAY_MS)} d`;
}
