/** Returns the beginning of a text, of at most `charsMax` characters. Cuts between two words, unless half would be lost. */
export function cutAtWord(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const cut = text.slice(0, charsMax);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), charsMax / 2)).toWellFormed();
}
