/**
 * Escapes texts, since Postgres cannot store a NUL, while SQLite and our limits allow it. Every value and every answer
 * is converted, except JSON text, in which a NUL is already escaped.
 */
const ESCAPE_MARK = '\u0010';
const NEEDS_ESCAPE = /[\0\x10]/;

export function escapeValue(value: unknown): unknown {
  if (typeof value === 'string') return NEEDS_ESCAPE.test(value) ? escapeText(value) : value;
  return Array.isArray(value) ? value.map(escapeValue) : value;
}

const escapeText = (text: string) =>
  text.replaceAll(ESCAPE_MARK, `${ESCAPE_MARK}1`).replaceAll('\0', `${ESCAPE_MARK}0`);

export function unescapeText(text: string): string {
  if (!text.includes(ESCAPE_MARK)) return text;
  return text.replaceAll(`${ESCAPE_MARK}0`, '\0').replaceAll(`${ESCAPE_MARK}1`, ESCAPE_MARK);
}

/** Encodes rows as one value, for `json_populate_recordset`. */
export const rowsAsJson = (rows: readonly object[]): string => JSON.stringify(rows, (_key, value) => toField(value));

const toField = (value: unknown) => (typeof value === 'string' ? escapeValue(value) : value);
