import {
  CONFIDENCE_DEFAULT,
  patternCategories,
  patternKey,
  raiseConfidence,
  type NewPattern,
  type Pattern,
} from './patterns.ts';

/** Parsed file of patterns, one JSON object per line. Lines that do not change keep their bytes. */
export interface PatternFile {
  readonly lines: readonly PatternLine[];
  /** Number of lines that contain no valid pattern. */
  readonly damaged: number;
}

interface PatternLine {
  /** Bytes of the line, including its line end. */
  readonly bytes: Uint8Array;
  readonly pattern?: Pattern;
  /** Reason why the line is not a pattern; a blank line has neither `pattern` nor `problem`. */
  readonly problem?: string;
}

/** Id and time for a pattern that is not in the file yet. */
export interface PatternStamp {
  readonly id: string;
  /** ISO 8601 time. */
  readonly timestamp: string;
}

export interface SavedPattern {
  readonly file: PatternFile;
  readonly pattern: Pattern;
  /** True if the file already contained the pattern, so that only the confidence of the pattern was raised. */
  readonly isRepeated: boolean;
}

const LINE_FEED = 10;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Parses a file of patterns. An invalid line is kept and counted in `damaged`; it is no error. */
export function parsePatternFile(bytes: Uint8Array): PatternFile {
  const lines = splitLines(bytes).map(readLine);
  return { lines, damaged: lines.filter(({ problem }) => problem !== undefined).length };
}

/** Returns the bytes of a file. If nothing was saved, they equal the bytes that `parsePatternFile` read. */
export function formatPatternFile({ lines }: PatternFile): Uint8Array {
  const bytes = new Uint8Array(lines.reduce((length, line) => length + line.bytes.length, 0));
  let at = 0;
  for (const line of lines) {
    bytes.set(line.bytes, at);
    at += line.bytes.length;
  }
  return bytes;
}

/**
 * Saves a pattern. A new pattern is appended. If the file has the pattern, its line and id stay, and its confidence
 * rises.
 */
export function savePattern(file: PatternFile, saved: NewPattern, stamp: PatternStamp): SavedPattern {
  const key = patternKey(saved);
  const at = file.lines.findIndex(({ pattern }) => pattern && patternKey(pattern) === key);
  return at < 0 ? appendPattern(file, saved, stamp) : raisePattern(file, at, saved, stamp);
}

/**
 * Merges a pattern from a different store into the file: updates the pattern's line, or appends one. Confidence only
 * rises, and tags are added. Returns the same file object if nothing changes.
 */
export function mergePattern(file: PatternFile, taken: Pattern): PatternFile {
  const key = patternKey(taken);
  const at = file.lines.findIndex(({ pattern }) => pattern && patternKey(pattern) === key);
  const line = file.lines[at];
  if (!line?.pattern) return appendPattern(file, taken, taken).file;
  const tags = [...new Set([...(line.pattern.tags ?? []), ...(taken.tags ?? [])])];
  const isMore = taken.confidence > line.pattern.confidence || tags.length > (line.pattern.tags ?? []).length;
  if (!isMore) return file;
  const confidence = Math.max(taken.confidence, line.pattern.confidence);
  const changes = { timestamp: taken.timestamp, confidence, ...(tags.length > 0 ? { tags } : {}) };
  return { ...file, lines: file.lines.with(at, changeLine(line, line.pattern, changes)) };
}

function appendPattern(
  file: PatternFile,
  { pattern, category, confidence, tags }: NewPattern,
  { id, timestamp }: PatternStamp,
): SavedPattern {
  const entry: Pattern = {
    id,
    timestamp,
    pattern,
    category,
    confidence: confidence ?? CONFIDENCE_DEFAULT,
    ...(tags && tags.length > 0 ? { tags } : {}),
  };
  const last = file.lines.at(-1);
  const lines = last && last.bytes.at(-1) !== LINE_FEED ? [...file.lines.slice(0, -1), withLineEnd(last)] : file.lines;
  return { file: { ...file, lines: [...lines, writeLine(entry, entry)] }, pattern: entry, isRepeated: false };
}

function raisePattern(file: PatternFile, at: number, saved: NewPattern, { timestamp }: PatternStamp): SavedPattern {
  const line = file.lines[at];
  const stored = line?.pattern;
  if (!line || !stored) throw new RangeError(`Line ${at} is no pattern.`);
  const confidence = raiseConfidence(stored.confidence, saved.confidence ?? CONFIDENCE_DEFAULT);
  const tags = [...new Set([...(stored.tags ?? []), ...(saved.tags ?? [])])];
  const changes = { timestamp, confidence, ...(tags.length > 0 ? { tags } : {}) };
  const written = changeLine(line, stored, changes);
  return {
    file: { ...file, lines: file.lines.with(at, written) },
    pattern: { ...stored, ...changes },
    isRepeated: true,
  };
}

/** Changes some fields of a line; unknown fields and the line end stay. */
function changeLine(line: PatternLine, stored: Pattern, changes: Partial<Pattern>): PatternLine {
  const [end] = /\r?\n?$/.exec(utf8.decode(line.bytes)) ?? [''];
  return writeLine({ ...recordOf(line.bytes), ...changes }, { ...stored, ...changes }, end);
}

const writeLine = (record: object, pattern: Pattern, end = '\n'): PatternLine => ({
  bytes: bytesOf(`${JSON.stringify(record)}${end}`),
  pattern,
});

const withLineEnd = (line: PatternLine): PatternLine => ({
  ...line,
  bytes: Uint8Array.from([...line.bytes, LINE_FEED]),
});

function splitLines(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  while (from < bytes.length) {
    const end = bytes.indexOf(LINE_FEED, from);
    const to = end < 0 ? bytes.length : end + 1;
    lines.push(bytes.slice(from, to));
    from = to;
  }
  return lines;
}

function readLine(bytes: Uint8Array): PatternLine {
  try {
    if (utf8.decode(bytes).trim() === '') return { bytes };
    const pattern = patternOf(recordOf(bytes));
    return typeof pattern === 'string' ? { bytes, problem: pattern } : { bytes, pattern };
  } catch {
    return { bytes, problem: 'the line is no JSON object in UTF-8' };
  }
}

function recordOf(bytes: Uint8Array): Record<string, unknown> {
  const record: unknown = JSON.parse(utf8.decode(bytes).replace(/^\uFEFF/, ''));
  if (typeof record === 'object' && record !== null && !Array.isArray(record)) return record as Record<string, unknown>;
  throw new TypeError('not an object');
}

/** Reads the pattern in a record; returns the reason if there is none. */
function patternOf({ id, timestamp, pattern, category, confidence, tags }: Record<string, unknown>): Pattern | string {
  if (typeof pattern !== 'string' || pattern.trim() === '') return 'the line has no pattern';
  const known = patternCategories.find((name) => name === category);
  if (!known) return `category must be one of ${patternCategories.join(', ')}`;
  return {
    id: typeof id === 'string' ? id : '',
    timestamp: typeof timestamp === 'string' ? timestamp : '',
    pattern,
    category: known,
    confidence: isShare(confidence) ? confidence : CONFIDENCE_DEFAULT,
    ...(isTexts(tags) ? { tags } : {}),
  };
}

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
