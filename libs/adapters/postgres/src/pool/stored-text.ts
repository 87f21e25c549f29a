/**
 * Postgres keeps no NUL in a text, SQLite and our limits do. So it travels escaped, in every value and every answer; JSON
 * text needs nothing of it, since JSON has an escape of its own.
 */
const MARK = '\u0010';
const MARKED = /[\0\x10]/;

export function toStored(value: unknown): unknown {
  if (typeof value === 'string') return MARKED.test(value) ? escaped(value) : value;
  return Array.isArray(value) ? value.map(toStored) : value;
}

const escaped = (text: string) => text.replaceAll(MARK, `${MARK}1`).replaceAll('\0', `${MARK}0`);

export function fromStored(text: string): string {
  if (!text.includes(MARK)) return text;
  return text.replaceAll(`${MARK}0`, '\0').replaceAll(`${MARK}1`, MARK);
}

/** Rows as one value, for `json_populate_recordset`. */
export const rowsAsJson = (rows: readonly object[]): string => JSON.stringify(rows, (_key, value) => toField(value));

const toField = (value: unknown) => (typeof value === 'string' ? toStored(value) : value);
