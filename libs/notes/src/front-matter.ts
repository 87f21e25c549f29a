import { parse } from 'yaml';

export interface FrontMatter {
  /** Fields between the two `---` lines at the top; empty if there are none. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** First line after the front matter, counted from 1. */
  readonly bodyLine: number;
  /** Reason why the fields could not be read. */
  readonly problem?: string;
}

/** Bound on the expansion of YAML aliases, so that a small file cannot exhaust the memory. */
const ALIASES_MAX = 20;
/** Bound on the length, since parsing broken YAML takes more than linear time. */
const CHARS_MAX = 4_000;

const NONE: FrontMatter = { fields: {}, bodyLine: 1 };

/**
 * Reads the YAML at the top of a note. Broken YAML is no error: the body is kept, fields on lines of their own are read, and
 * `problem` describes the fault. Text between two horizontal rules is no front matter, nor is text that begins with a blank line.
 */
export function frontMatterOf(lines: readonly string[]): FrontMatter {
  const end = withoutMark(lines[0] ?? '') === '---' ? lines.findIndex(closes) : -1;
  if (end < 0 || (end > 1 && lines[1]!.trim() === '')) return NONE;
  const between = lines.slice(1, end);
  const bodyLine = end + 2;
  try {
    const fields: unknown = parse(boundedText(between), { maxAliasCount: ALIASES_MAX, logLevel: 'error' });
    if (isFields(fields)) return { fields, bodyLine };
    return fields === null || fields === undefined ? { fields: {}, bodyLine } : NONE;
  } catch (error) {
    const fields = fieldsInLines(between);
    const problem = `the front matter is no YAML: ${reasonOf(error)}`;
    return Object.keys(fields).length > 0 ? { fields, bodyLine, problem } : NONE;
  }
}

function boundedText(lines: readonly string[]): string {
  const text = lines.join('\n');
  if (text.length > CHARS_MAX) throw new RangeError(`it is longer than ${CHARS_MAX} characters`);
  return text;
}

/** Removes the byte order mark that some editors write at the beginning of a file. */
const withoutMark = (line: string): string => line.replace(/^\uFEFF/, '').trimEnd();

/** Reads fields that fit on one line: a text, or a list in brackets. */
function fieldsInLines(lines: readonly string[]): Record<string, unknown> {
  const pairs = lines.flatMap((line): [string, unknown][] => {
    const [, name, value = ''] = /^([\w-]{1,100}):[ \t]+(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, listIn(value) ?? value.trim()]];
  });
  return Object.fromEntries(pairs);
}

const listIn = (value: string): string[] | undefined =>
  /^\[([^\][]*)\]\s*$/
    .exec(value)?.[1]
    ?.split(',')
    .map((item) => item.trim().replace(/^["']|["']$/g, ''));

const closes = (line: string, index: number): boolean => index > 0 && /^(---|\.\.\.)\s*$/.test(line);

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown';
