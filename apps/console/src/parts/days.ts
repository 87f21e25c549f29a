const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

export const formatDay = (at: number): string => dayFormat.format(new Date(at));

/** Day in the reader's time zone as a field of a form has it: 2026-03-01. Empty for no time. */
export function dayOf(at: number | null): string {
  if (at === null) return '';
  const day = new Date(at);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** Says in words when something holds. `validTo` is exclusive, epoch ms. */
export function describeValidity(validFrom: number | null, validTo: number | null): string {
  if (validFrom === null && validTo === null) return 'with no end';
  const from = validFrom === null ? '' : `from ${formatDay(validFrom)} `;
  return validTo === null ? `${from}with no end` : `${from}until ${formatDay(validTo - 1)}`;
}

/** First and last ms of a day in the reader's time zone, epoch ms; undefined for no day. */
export const startOfDay = (day: string | undefined) => (day ? new Date(`${day}T00:00:00`).getTime() : undefined);
export const endOfDay = (day: string | undefined) => (day ? new Date(`${day}T23:59:59.999`).getTime() : undefined);
