/** The lines of a text without their ends (LF, CRLF or CR). A last line end opens no further line; an empty text has no line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
