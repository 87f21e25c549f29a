import { parse } from 'yaml';

export interface FrontMatter {
  /** Fields between the two `---` lines at the top, or the two `+++` lines of TOML; empty if there are none. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** First line after the front matter, counted from 1. */
  readonly bodyLine: number;
  /** Reason why the fields could not be read. */
  readonly problem?: string;
}

/** Maximum number of expanded YAML aliases, so that a small file cannot exhaust the memory. */
const ALIASES_MAX = 20;
/** Maximum length of the front matter in characters, since parsing broken YAML takes more than linear time. */
const FRONT_MATTER_CHARS_MAX = 4_000;

const NO_FRONT_MATTER: FrontMatter = { fields: {}, bodyLine: 1 };

/**
 * Reads the YAML at the top of a note, or of TOML the fields that fit on one line. Broken YAML is no error: the fields that fit on one line are read, `problem`
 * describes the fault, and the body is unaffected. Text between two `---` lines is no front matter if it begins with a
 * blank line or contains no fields.
 */
export function frontMatterOf(lines: readonly string[]): FrontMatter {
  const first = stripByteOrderMark(lines[0] ?? '');
  if (first === '+++') return tomlFrontMatterOf(lines);
  const end = first === '---' ? lines.findIndex(isClosing) : -1;
  if (end < 0 || (end > 1 && lines[1]!.trim() === '')) return NO_FRONT_MATTER;
  const between = lines.slice(1, end);
  const bodyLine = end + 2;
  try {
    const fields: unknown = parse(boundedText(between), { maxAliasCount: ALIASES_MAX, logLevel: 'error' });
    if (isFields(fields)) return { fields, bodyLine };
    return fields === null || fields === undefined ? { fields: {}, bodyLine } : NO_FRONT_MATTER;
  } catch (error) {
    const fields = fieldsInLines(between);
    const problem = `the front matter is no YAML: ${reasonOf(error)}`;
    return Object.keys(fields).length > 0 ? { fields, bodyLine, problem } : NO_FRONT_MATTER;
  }
}

function tomlFrontMatterOf(lines: readonly string[]): FrontMatter {
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '+++');
  const fields = end < 0 ? {} : fieldsInLines(lines.slice(1, end), '=');
  return Object.keys(fields).length > 0 ? { fields, bodyLine: end + 2 } : NO_FRONT_MATTER;
}

function boundedText(lines: readonly string[]): string {
  const text = lines.join('\n');
  if (text.length > FRONT_MATTER_CHARS_MAX)
    throw new RangeError(`it is longer than ${FRONT_MATTER_CHARS_MAX} characters`);
  return text;
}

/** Removes the byte order mark that some editors write at the beginning of a file. */
const stripByteOrderMark = (line: string): string => line.replace(/^\uFEFF/, '').trimEnd();

const FIELD_LINES = { ':': /^([\w-]{1,100}):[ \t]+(.*)$/, '=': /^([\w-]{1,100})[ \t]{0,20}=[ \t]*(.*)$/ };

/** Reads fields that fit on one line: a text, in TOML without its quotation marks, or a list in brackets. */
function fieldsInLines(lines: readonly string[], sign: keyof typeof FIELD_LINES = ':'): Record<string, unknown> {
  const textOf = (value: string) => (sign === '=' ? value.trim().replace(/^(["'])(.*)\1$/, '$2') : value.trim());
  const pairs = lines.flatMap((line): [string, unknown][] => {
    const [, name, value = ''] = FIELD_LINES[sign].exec(line) ?? [];
    return name === undefined ? [] : [[name, listIn(value) ?? textOf(value)]];
  });
  return Object.fromEntries(pairs);
}

const listIn = (value: string): string[] | undefined =>
  /^\[([^\][]*)\]\s*$/
    .exec(value)?.[1]
    ?.split(',')
    .map((item) => item.trim().replace(/^["']|["']$/g, ''));

const isClosing = (line: string, index: number): boolean => index > 0 && /^(---|\.\.\.)\s*$/.test(line);

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown';
