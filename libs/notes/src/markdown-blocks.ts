import MarkdownIt from 'markdown-it';

/** A block of Markdown at the top level, with its lines counted from 0; `to` is the line behind it. */
export interface Block {
  readonly from: number;
  readonly to: number;
  /** A heading's level, 1 to 6, and its text. */
  readonly heading?: { readonly level: number; readonly text: string };
  /** Whether nothing in it is markup, as in a fenced block of code. */
  readonly isCode: boolean;
}

const parser = new MarkdownIt('commonmark', { html: true }).enable('table');

/** The top-level blocks of a text by CommonMark (with tables), in their order. Lines between them are blank or definitions of links. */
export function blocksOf(lines: readonly string[]): Block[] {
  const tokens = parser.parse(lines.join('\n'), {});
  return tokens.flatMap((token, index): Block[] => {
    if (token.level !== 0 || token.nesting < 0 || !token.map) return [];
    const [from, to] = token.map;
    const isCode = token.type === 'fence' || token.type === 'code_block';
    if (token.type !== 'heading_open') return [{ from, to, isCode }];
    const heading = { level: Number(token.tag.slice(1)), text: tokens[index + 1]?.content.trim() ?? '' };
    return [{ from, to, isCode, heading }];
  });
}
