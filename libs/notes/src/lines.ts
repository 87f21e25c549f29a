/**
 * Splits a text into lines without their line ends (LF, CRLF or CR). A line end at the end of the text starts no further line;
 * an empty text has no lines.
 */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
