import MarkdownIt from 'markdown-it';

/** Top-level block of Markdown. Its lines are counted from 0; `from` is inclusive, `to` exclusive. */
export interface Block {
  readonly from: number;
  readonly to: number;
  /** Level (1 to 6) and text of a heading. */
  readonly heading?: { readonly level: number; readonly text: string };
  /** True when the block's content is not parsed as markup, as in a fenced code block. */
  readonly isCode: boolean;
}

const createParser = () => new MarkdownIt('commonmark', { html: true }).enable('table');
const parser = createParser();
/** Parser for blocks only, since leaving out their inline content saves most of the work. */
const blockParser = createParser();
blockParser.core.ruler.enableOnly(['normalize', 'block']);

/** Returns the plain text of Markdown, block by block, without code, comments, markup and link targets. */
export function proseOf(text: string): string {
  const inline = parser.parse(text, {}).flatMap(({ children }) => [...(children ?? []), LINE_END]);
  return inline.map(({ type, content }) => (type === 'text' ? content : /break|end/.test(type) ? '\n' : ' ')).join('');
}
const LINE_END = { type: 'end', content: '' };

/** Replaces the HTML comments of a text by blanks and keeps its lines. Comments within code stay. */
export function removeComments(text: string): string {
  if (!text.includes('<!--')) return text;
  const lines = text.split('\n');
  const code = new Set(blocksOf(lines).flatMap(({ isCode, from, to }) => (isCode ? rangeOf(from, to) : [])));
  let isOpen = false;
  return lines
    .map((line, at) => {
      if (!isOpen && code.has(at)) return line;
      const [visible, stillOpen] = outsideComments(line, isOpen);
      isOpen = stillOpen;
      return visible;
    })
    .join('\n');
}

const rangeOf = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

function outsideComments(line: string, startsOpen: boolean): [kept: string, isOpen: boolean] {
  let visible = '';
  let isOpen = startsOpen;
  for (let at = 0; at < line.length;) {
    const mark = line.indexOf(isOpen ? '-->' : '<!--', at);
    if (!isOpen) visible += line.slice(at, mark < 0 ? line.length : mark);
    if (mark < 0) break;
    at = mark + (isOpen ? 3 : 4);
    isOpen = !isOpen;
  }
  return [visible, isOpen];
}

/**
 * Splits a text into top-level blocks according to CommonMark, with tables. Lines between the blocks are blank or link
 * definitions.
 */
export function blocksOf(lines: readonly string[]): Block[] {
  const tokens = blockParser.parse(lines.join('\n'), {});
  return tokens.flatMap((token, index): Block[] => {
    if (token.level !== 0 || token.nesting < 0 || !token.map) return [];
    const [from, to] = token.map;
    const isCode = token.type === 'fence' || token.type === 'code_block';
    if (token.type !== 'heading_open') return [{ from, to, isCode }];
    const heading = { level: Number(token.tag.slice(1)), text: tokens[index + 1]?.content.trim() ?? '' };
    return [{ from, to, isCode, heading }];
  });
}
