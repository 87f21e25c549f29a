/** Marks of the line of a text that states something: its number from 1, and the names in it. */
export interface LineOf {
  readonly line: number | undefined;
  readonly names: readonly string[];
}

/** The line of a text that has the most of the names, of equals the one with the number. The whole text if none has a name. */
export function lineOf(text: string, { line, names }: LineOf): string {
  const lines = text.split('\n');
  const candidates = line === undefined ? lines : [lines[line - 1] ?? '', ...lines];
  const counts = candidates.map((one) => names.filter((name) => one.includes(name)).length);
  const most = Math.max(...counts);
  return most === 0 ? text : candidates[counts.indexOf(most)]!.trim();
}
