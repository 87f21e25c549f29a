import { parse } from 'yaml';

export interface FrontMatter {
  /** The fields between the two `---` lines at the top; empty where there are none. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The first line behind the front matter, counted from 1. */
  readonly bodyLine: number;
  /** Why the fields could not be read, if they could not. */
  readonly problem?: string;
}

/** Bounds what aliases in YAML may expand to, so that a small file cannot fill the memory. */
const ALIASES_MAX = 20;

/** Reads the YAML at the top of a note. Broken YAML is no error: the note keeps its body, and `problem` says what is wrong. */
export function frontMatterOf(lines: readonly string[]): FrontMatter {
  const end = lines[0]?.trimEnd() === '---' ? lines.findIndex(closes) : -1;
  if (end < 0) return { fields: {}, bodyLine: 1 };
  const bodyLine = end + 2;
  try {
    const fields: unknown = parse(lines.slice(1, end).join('\n'), { maxAliasCount: ALIASES_MAX, logLevel: 'error' });
    if (isFields(fields)) return { fields, bodyLine };
    return fields === null || fields === undefined
      ? { fields: {}, bodyLine }
      : { fields: {}, bodyLine, problem: 'the front matter is no list of fields' };
  } catch (error) {
    return { fields: {}, bodyLine, problem: `the front matter is no YAML: ${reasonOf(error)}` };
  }
}

const closes = (line: string, index: number): boolean => index > 0 && /^(---|\.\.\.)\s*$/.test(line);

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown';
