import { BOUNDARY, boundaryOf, endMark, quotedMark } from './boundary.ts';
import { neutraliseBlock, neutraliseText } from './neutralise.ts';

/**
 * Neutralises all texts and field names of a value for programs, since a client may pass it to its model. Blocks and marks of
 * `boundary` stay unchanged; without one, a text that is a block from its first line on counts as ours.
 */
export function neutraliseFields<Value>(value: Value, boundary?: string): Value {
  return walk(value, boundary) as Value;
}

/** Finds the mark that frames the fields of an answer. */
export function boundaryOfFields(fields: unknown): string | undefined {
  const { quoted, end } = (fields ?? {}) as { quoted?: unknown; end?: unknown };
  const boundary = typeof end === 'string' ? END.exec(end)?.[1] : undefined;
  return boundary !== undefined && quoted === quotedMark(boundary) ? boundary : undefined;
}

function walk(value: unknown, boundary: string | undefined): unknown {
  if (typeof value === 'string') return textOf(value, boundary);
  if (Array.isArray(value)) return value.map((each) => walk(each, boundary));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [textOf(name, boundary), walk(field, boundary)]),
  );
}

/** Texts without special characters, such as ids, names and numbers, which need no check. */
const PLAIN = /^[\w .,:;/@+=%()'"!?-]*$/;
/** Names of roles: the only marks that such a text can contain. */
const TURN = /human|assistant|user|system/i;

function textOf(text: string, boundary: string | undefined): string {
  if (PLAIN.test(text) && !TURN.test(text) && (boundary === undefined || !text.includes(boundary))) return text;
  if (boundary !== undefined && (text === endMark(boundary) || text === quotedMark(boundary))) return text;
  const framedBy = frameOf(text);
  const isOurs = framedBy !== undefined && (boundary === undefined || boundary === framedBy);
  return isOurs ? neutraliseBlock(text, framedBy) : neutraliseText(text, boundary);
}

/** Finds the mark of a block, or of fields as text. */
const frameOf = (text: string): string | undefined => boundaryOf(text) ?? QUOTED.exec(text)?.[1];

const END = new RegExp(`^\\[\\[cairn:(${BOUNDARY}) end\\]\\]$`);
const QUOTED = new RegExp(`^\\{\\n"quoted": "[^"[]*\\[\\[cairn:(${BOUNDARY}) end\\]\\]",?\\n`);
