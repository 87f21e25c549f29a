/** Splits a text into lines without their ends (LF, CRLF or CR). A final line end starts no further line; an empty text has no line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
