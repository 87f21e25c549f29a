const ISO_DAY = /(?:^|[^0-9])(\d{4})-(\d{2})-(\d{2})(?![0-9])/;

/**
 * Returns the date of a note as `YYYY-MM-DD`: the field `date` of its front matter, or else the date in its file name, as in
 * `memory/2026-02-23.md`. Undefined if neither is a calendar day.
 */
export function noteDateOf(path: string, fields: Readonly<Record<string, unknown>>): string | undefined {
  const { date } = fields;
  const dateText = date instanceof Date ? date.toISOString() : typeof date === 'string' ? date : '';
  return dayIn(dateText.slice(0, 'YYYY-MM-DD'.length)) ?? dayIn(path.split('/').at(-1) ?? '');
}

function dayIn(text: string): string | undefined {
  const [, year, month, day] = ISO_DAY.exec(text) ?? [];
  if (!year) return undefined;
  const written = `${year}-${month}-${day}`;
  const read = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(read.getTime()) || !read.toISOString().startsWith(written) ? undefined : written;
}
