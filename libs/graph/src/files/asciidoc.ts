/** Endings of the files that hold decision records. */
const RECORD_FILE = /\.(?:md|markdown|adoc|asciidoc|asc)$/iu;
const ASCIIDOC = /\.(?:adoc|asciidoc|asc)$/iu;

export const isRecordFile = (path: string): boolean => RECORD_FILE.test(path);

/** The name of a record's file without its ending. */
export const withoutEnding = (name: string): string => name.replace(RECORD_FILE, '');

/** The text of a record's file as Markdown, line for line: AsciiDoc is rewritten, other text stays. */
export const recordAsMarkdown = (path: string, text: string): string =>
  ASCIIDOC.test(path) ? new AsciidocLines(text.split(/\r?\n/u)).rewritten().join('\n') : text;

/** Blocks by their delimiter: code stays code, comments go, and of the others the marks go. */
const LISTING = /^(?:-{4,}|\.{4,}|`{3,})$/u;
const COMMENT = /^\/{4,}$/u;
const PLAIN_BLOCK = /^(?:={4,}|\*{4,}|_{4,}|\+{4,}|--)$/u;
const UNDERLINE = /^(?:={3,}|-{3,}|~{3,}|\^{3,}|\+{3,})$/u;
const TABLE = /^[|,:!]={3,}$/u;

/** Reads lines of AsciiDoc one after the other, knowing the block that they stand in. */
class AsciidocLines {
  private readonly lines: readonly string[];
  private readonly written: string[] = [];
  private until: RegExp | undefined;
  private table: Table | undefined;
  private columns: number | undefined;
  private isHeader = true;
  private hasText = false;

  constructor(lines: readonly string[]) {
    this.lines = lines;
  }

  rewritten(): readonly string[] {
    for (const [at, line] of this.lines.entries()) this.written.push(this.rewrite(line.trimEnd(), at));
    if (this.table) this.written.push(this.tableMark());
    return this.written;
  }

  private rewrite(line: string, at: number): string {
    if (this.until) return this.insideBlock(line);
    if (TABLE.test(line)) return this.tableMark();
    if (this.table) return this.table.row(line);
    if (COMMENT.test(line)) return this.begin(line, '');
    const isUnderline = UNDERLINE.test(line) && isTitle(this.lines[at - 1] ?? '', line);
    if (isUnderline) return line.startsWith('=') ? line : '-'.repeat(line.length);
    if (LISTING.test(line)) return this.begin(line, '```');
    if (PLAIN_BLOCK.test(line) || /^(?:\/\/|include::|image::|toc::|\[\[|\+$)/u.test(line)) return '';
    if (/^\[.*\]$/u.test(line)) return this.attributes(line);
    return this.isHeader ? this.headerLine(line, at) : textLine(line);
  }

  private begin(delimiter: string, mark: string): string {
    this.until = new RegExp(`^${delimiter.replace(/[.*+]/gu, '\\$&')}$`, 'u');
    this.codeMark = mark;
    return mark;
  }

  private codeMark = '';

  private insideBlock(line: string): string {
    if (!this.until!.test(line)) return this.codeMark === '' ? '' : line;
    this.until = undefined;
    return this.codeMark;
  }

  private attributes(line: string): string {
    const written = /cols="?([^"\]]+)"?/u.exec(line)?.[1];
    const repeated = /^(\d+)\*/u.exec(written ?? '')?.[1];
    if (written !== undefined) this.columns = repeated === undefined ? written.split(',').length : Number(repeated);
    return '';
  }

  private tableMark(): string {
    const rest = this.table?.rest() ?? '';
    this.table = this.table ? undefined : new Table(this.columns);
    this.columns = undefined;
    return rest;
  }

  /** The title, the author, the revision and attributes, up to the first blank line. */
  private headerLine(line: string, at: number): string {
    if (line === '') this.isHeader = !this.hasText;
    else this.hasText = true;
    const [, name = '', value = ''] = /^:!?([\w-]+)!?:\s*(.*)$/u.exec(line) ?? [];
    if (name !== '') return value === '' ? '' : `${name === 'revdate' ? 'date' : name}: ${inline(value)}`;
    const revision = /^(?:v[\d.]+,?\s*)?(\d{4}-\d{2}-\d{2})\b/u.exec(line)?.[1];
    if (revision !== undefined && at > 0) return `Date: ${revision}`;
    return textLine(line);
  }
}

const isTitle = (line: string, under: string): boolean =>
  /^[\p{L}\p{N}]/u.test(line) && Math.abs([...line].length - under.length) <= 2;

/** Rows of a table, one cell a line or several. */
class Table {
  private columns: number | undefined;
  private readonly cells: string[] = [];
  private rows = 0;
  /** The row above is the first and stands on one line, so that a blank line makes it the head. */
  private isHead = false;

  constructor(columns: number | undefined) {
    this.columns = columns;
  }

  /** The cells of a last row that has too few. */
  rest(): string {
    return this.cells.length === 0 ? '' : rowOf(this.cells.splice(0));
  }

  row(line: string): string {
    if (line === '') return this.isHead ? `|${'---|'.repeat(this.columns!)}` : '';
    this.isHead = false;
    const [before = '', ...cells] = line.split(/(?<!\\)(?:\b\w?\+?)?\|/u);
    if (cells.length === 0) {
      const last = this.cells.pop() ?? '';
      this.cells.push(`${last} ${before}`.trim());
      return '';
    }
    this.columns ??= Math.max(cells.length, 2);
    this.cells.push(...cells.map((cell) => inline(cell.trim())));
    if (this.cells.length < this.columns) return '';
    this.isHead = this.rows === 0 && cells.length === this.columns;
    this.rows += 1;
    return rowOf(this.cells.splice(0));
  }
}

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A line of the body: headings, lists, labels. */
function textLine(line: string): string {
  const [, marks, title] = /^(={1,6}|#{1,6})\s+(.*)$/u.exec(line) ?? [];
  if (marks !== undefined) return `${'#'.repeat(marks.length)} ${inline(title!)}`;
  const [, stars, item] = /^\s*(\*{1,5}|-|\.{1,5})\s+(.*)$/u.exec(line) ?? [];
  if (stars !== undefined)
    return `${'  '.repeat(stars.length - 1)}${stars.startsWith('.') ? '1.' : '*'} ${inline(item!)}`;
  const [, label, value] = /^([^:\s][^:]{0,80})::(?:\s+(.*))?$/u.exec(line) ?? [];
  if (label !== undefined) return `${inline(label)}: ${inline(value ?? '')}`.trimEnd();
  return inline(line.replace(/^\.(?=\p{L})/u, ''));
}

/** A longer line is rewritten so far, as links are read so far. */
const LINE_CHARS_MAX = 2_000;

/** Links and struck text as Markdown writes them. */
function inline(text: string): string {
  const read = text
    .slice(0, LINE_CHARS_MAX)
    .replace(/\[(?:\.?line-through|strike)\]##?([^#]{1,400})##?/gu, '~~$1~~')
    .replace(/(?:link|xref):([^\s[\]]{1,400})\[([^\]]{0,400})\]/gu, (_, target: string, words: string) =>
      link(target, words),
    )
    .replace(/<<([^<>,]{1,400})(?:,([^<>]{0,400}))?>>/gu, (_, target: string, words = '') => link(target, words))
    .replace(/(?<![(\w])(https?:\/\/[^\s[\]]+)\[([^\]]{0,400})\]/gu, (_, target: string, words: string) =>
      link(target, words),
    );
  return read + text.slice(LINE_CHARS_MAX);
}

/** An anchor names the file before it; one without a file is a place of the same record. */
function link(target: string, words: string): string {
  const isElsewhere = /[#.]/u.test(target);
  const file = isElsewhere ? target.replace(/#.*$/u, '') : '';
  const shown =
    words.replace(/^"|"$|,\s*(?:window|role)=.*$/gu, '').trim() ||
    withoutEnding(target.replace(/#.*$/u, '').split('/').at(-1)!);
  return file === '' ? shown : `[${shown}](${file})`;
}
