/** A line of a text for a model. */
export interface Line {
  /** Absent if the adjacent line names the source. */
  readonly id?: string;
  readonly about: string;
  readonly text: string;
  /** Quoted after the text if the budget allows. */
  readonly sentence?: string | undefined;
  /** Its position in its group; lower ones come first. */
  readonly place: number;
}

/** All lines, and as many of their sentences as fit, the first of each group first: whole sentences, or none. */
export function linesWithRoom(lines: readonly Line[], chars: number): { id?: string; about: string; text: string }[] {
  let left = chars - lines.reduce((sum, { id = '', about, text }) => sum + id.length + about.length + text.length, 0);
  const fits = ({ sentence }: Line) => {
    const isFitting = sentence !== undefined && sentence.length <= left;
    if (isFitting) left -= sentence.length;
    return isFitting;
  };
  const quoted = new Set(lines.toSorted((one, other) => one.place - other.place).filter(fits));
  return lines.map((line) => {
    const { id, about, text, sentence } = line;
    return { ...(id !== undefined && { id }), about, text: quoted.has(line) ? `${text}: ${sentence}` : text };
  });
}
