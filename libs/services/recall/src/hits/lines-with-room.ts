import { joinTitle } from '@cairn/prompt';

/** A line of a text for a model. */
export interface Line {
  /** Id of the source; absent if the adjacent line names it. */
  readonly id?: string;
  readonly about: string;
  readonly text: string;
  /** Sentence to quote after the text, if the budget allows. */
  readonly sentence?: string | undefined;
  /** Position of the line in its group; lines with lower positions get their sentences first. */
  readonly place: number;
}

/**
 * Returns all lines, with as many of their sentences as fit into `chars`. Lines with the lowest `place` get their
 * sentences first. A sentence is quoted as a whole or not at all, and a text that begins it is not repeated.
 */
export function linesWithRoom(lines: readonly Line[], chars: number): { id?: string; about: string; text: string }[] {
  let left = chars - lines.reduce((sum, { id = '', about, text }) => sum + id.length + about.length + text.length, 0);
  const fits = ({ text, sentence }: Line) => {
    const more = sentence === undefined ? Infinity : joinTitle(text, sentence).length - text.length;
    const isFitting = more <= left;
    if (isFitting) left -= more;
    return isFitting;
  };
  const quoted = new Set(lines.toSorted((one, other) => one.place - other.place).filter(fits));
  return lines.map((line) => {
    const { id, about, text, sentence } = line;
    return { ...(id !== undefined && { id }), about, text: quoted.has(line) ? joinTitle(text, sentence!) : text };
  });
}
