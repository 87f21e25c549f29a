/** File extensions of decision records. */
const RECORD_FILE = /\.(?:md|markdown|adoc|asciidoc|asc)$/iu;
const ASCIIDOC = /\.(?:adoc|asciidoc|asc)$/iu;

export const isRecordFile = (path: string): boolean => RECORD_FILE.test(path);

/** Removes the extension from the name of a record's file. */
export const removeEnding = (name: string): string => name.replace(RECORD_FILE, '');

/** Converts the text of a record's file to Markdown, line for line. Only AsciiDoc is rewritten; other text stays as it is. */
export const recordAsMarkdown = (path: string, text: string): string =>
  ASCIIDOC.test(path) ? new AsciidocLines(text.split(/\r?\n/u)).toMarkdown().join('\n') : text;

/**
 * Delimiters of blocks. Code stays code, and comments are removed. From any other block, only the delimiters are
 * removed.
 */
const LISTING_FENCE = /^(?:-{4,}|\.{4,}|`{3,})$/u;
const COMMENT_FENCE = /^\/{4,}$/u;
const PLAIN_BLOCK = /^(?:={4,}|\*{4,}|_{4,}|\+{4,}|--)$/u;
const TITLE_UNDERLINE = /^(?:={3,}|-{3,}|~{3,}|\^{3,}|\+{3,})$/u;
const TABLE_FENCE = /^[|,:!]={3,}$/u;

/** Converts lines of AsciiDoc in order and keeps track of the block that contains them. */
class AsciidocLines {
  private readonly lines: readonly string[];
  private readonly written: string[] = [];
  private blockEnd: RegExp | undefined;
  private table: Table | undefined;
  private columns: number | undefined;
  private isHeader = true;
  private hasText = false;

  constructor(lines: readonly string[]) {
    this.lines = lines;
  }

  toMarkdown(): readonly string[] {
    for (const [at, line] of this.lines.entries()) this.written.push(this.rewrite(line.trimEnd(), at));
    if (this.table) this.written.push(this.toggleTable());
    return this.written;
  }

  private rewrite(line: string, at: number): string {
    if (this.blockEnd) return this.convertBlockLine(line);
    if (TABLE_FENCE.test(line)) return this.toggleTable();
    if (this.table) return this.table.convertLine(line);
    if (COMMENT_FENCE.test(line)) return this.beginBlock(line, '');
    const isUnderline = TITLE_UNDERLINE.test(line) && isTitle(this.lines[at - 1] ?? '', line);
    if (isUnderline) return line.startsWith('=') ? line : '-'.repeat(line.length);
    if (LISTING_FENCE.test(line)) return this.beginBlock(line, '```');
    if (PLAIN_BLOCK.test(line) || /^(?:\/\/|include::|image::|toc::|\[\[|\+$)/u.test(line)) return '';
    if (/^\[.*\]$/u.test(line)) return this.readAttributes(line);
    return this.isHeader ? this.convertHeaderLine(line, at) : convertTextLine(line);
  }

  private beginBlock(delimiter: string, mark: string): string {
    this.blockEnd = new RegExp(`^${delimiter.replace(/[.*+]/gu, '\\$&')}$`, 'u');
    this.codeMark = mark;
    return mark;
  }

  private codeMark = '';

  private convertBlockLine(line: string): string {
    if (!this.blockEnd!.test(line)) return this.codeMark === '' ? '' : line;
    this.blockEnd = undefined;
    return this.codeMark;
  }

  private readAttributes(line: string): string {
    const written = /cols="?([^"\]]+)"?/u.exec(line)?.[1];
    const repeated = /^(\d+)\*/u.exec(written ?? '')?.[1];
    if (written !== undefined) this.columns = repeated === undefined ? written.split(',').length : Number(repeated);
    return '';
  }

  private toggleTable(): string {
    const rest = this.table?.takeRest() ?? '';
    this.table = this.table ? undefined : new Table(this.columns);
    this.columns = undefined;
    return rest;
  }

  /** Converts a line of the header: the title, the author, the revision or an attribute. The header ends at the first blank line. */
  private convertHeaderLine(line: string, at: number): string {
    if (line === '') this.isHeader = !this.hasText;
    else this.hasText = true;
    const [, name = '', value = ''] = /^:!?([\w-]+)!?:\s*(.*)$/u.exec(line) ?? [];
    if (name !== '') return value === '' ? '' : `${name === 'revdate' ? 'date' : name}: ${convertInline(value)}`;
    const revision = /^(?:v[\d.]+,?\s*)?(\d{4}-\d{2}-\d{2})\b/u.exec(line)?.[1];
    if (revision !== undefined && at > 0) return `Date: ${revision}`;
    return convertTextLine(line);
  }
}

const isTitle = (line: string, under: string): boolean =>
  /^[\p{L}\p{N}]/u.test(line) && Math.abs([...line].length - under.length) <= 2;

/** Joins the cells of a table into rows. A line contains one or several cells. */
class Table {
  private columns: number | undefined;
  private readonly cells: string[] = [];
  private rows = 0;
  /**
   * Whether the previous row is the first row and was written on one line. A blank line after it then makes it the head
   * of the table.
   */
  private isHead = false;

  constructor(columns: number | undefined) {
    this.columns = columns;
  }

  /** Takes the cells of an incomplete last row. */
  takeRest(): string {
    return this.cells.length === 0 ? '' : rowOf(this.cells.splice(0));
  }

  convertLine(line: string): string {
    if (line === '') return this.isHead ? `|${'---|'.repeat(this.columns!)}` : '';
    this.isHead = false;
    const [before = '', ...cells] = line.split(/(?<!\\)(?:\b\w?\+?)?\|/u);
    if (cells.length === 0) {
      const last = this.cells.pop() ?? '';
      this.cells.push(`${last} ${before}`.trim());
      return '';
    }
    this.columns ??= Math.max(cells.length, 2);
    this.cells.push(...cells.map((cell) => convertInline(cell.trim())));
    if (this.cells.length < this.columns) return '';
    this.isHead = this.rows === 0 && cells.length === this.columns;
    this.rows += 1;
    return rowOf(this.cells.splice(0));
  }
}

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Converts a line of the body: a heading, a list item, a label or plain text. */
function convertTextLine(line: string): string {
  const [, marks, title] = /^(={1,6}|#{1,6})\s+(.*)$/u.exec(line) ?? [];
  if (marks !== undefined) return `${'#'.repeat(marks.length)} ${convertInline(title!)}`;
  const [, stars, item] = /^\s*(\*{1,5}|-|\.{1,5})\s+(.*)$/u.exec(line) ?? [];
  if (stars !== undefined)
    return `${'  '.repeat(stars.length - 1)}${stars.startsWith('.') ? '1.' : '*'} ${convertInline(item!)}`;
  const [, label, value] = /^([^:\s][^:]{0,80})::(?:\s+(.*))?$/u.exec(line) ?? [];
  if (label !== undefined) return `${convertInline(label)}: ${convertInline(value ?? '')}`.trimEnd();
  return convertInline(line.replace(/^\.(?=\p{L})/u, ''));
}

/** Characters of a line that are converted; the rest stays. Links are read up to the same limit. */
const LINE_CHARS_MAX = 2_000;

/** Converts links and struck text to Markdown. */
function convertInline(text: string): string {
  const read = text
    .slice(0, LINE_CHARS_MAX)
    .replace(/\[(?:\.?line-through|strike)\]##?([^#]{1,400})##?/gu, '~~$1~~')
    .replace(/(?:link|xref):([^\s[\]]{1,400})\[([^\]]{0,400})\]/gu, (_, target: string, words: string) =>
      formatLink(target, words),
    )
    .replace(/<<([^<>,]{1,400})(?:,([^<>]{0,400}))?>>/gu, (_, target: string, words = '') => formatLink(target, words))
    .replace(/(?<![(\w])(https?:\/\/[^\s[\]]+)\[([^\]]{0,400})\]/gu, (_, target: string, words: string) =>
      formatLink(target, words),
    );
  return read + text.slice(LINE_CHARS_MAX);
}

/** Formats a link as Markdown. Its anchor is dropped. A target without a file is a place in the same record and becomes plain text. */
function formatLink(target: string, words: string): string {
  const isElsewhere = /[#.]/u.test(target);
  const file = isElsewhere ? target.replace(/#.*$/u, '') : '';
  const shown =
    words.replace(/^"|"$|,\s*(?:window|role)=.*$/gu, '').trim() ||
    removeEnding(target.replace(/#.*$/u, '').split('/').at(-1)!);
  return file === '' ? shown : `[${shown}](${file})`;
}
