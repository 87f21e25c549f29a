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
