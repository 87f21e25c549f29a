import { BOUNDARY_DIGITS, boundaryOf, endMark, beginMark } from './boundary.ts';
import { neutraliseBlock, neutraliseText } from './neutralise.ts';

/**
 * Neutralises all texts and field names of a value for programs, since a program may pass the value to its model.
 * Blocks and marks with `boundary` stay unchanged. Without `boundary`, a text stays unchanged if it is a block from its
 * first line on.
 */
export function neutraliseFields<Value>(value: Value, boundary?: string): Value {
  return neutraliseValue(value, boundary) as Value;
}

/** Finds the mark that frames the fields of an answer. */
export function boundaryOfFields(fields: unknown): string | undefined {
  const { quoted, end } = (fields ?? {}) as { quoted?: unknown; end?: unknown };
  const boundary = typeof end === 'string' ? BLOCK_END.exec(end)?.[1] : undefined;
  return boundary !== undefined && quoted === beginMark(boundary) ? boundary : undefined;
}

function neutraliseValue(value: unknown, boundary: string | undefined): unknown {
  if (typeof value === 'string') return textOf(value, boundary);
  if (Array.isArray(value)) return value.map((each) => neutraliseValue(each, boundary));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [textOf(name, boundary), neutraliseValue(field, boundary)]),
  );
}

/**
 * Pattern of texts without special characters, such as ids, names and numbers. Such texts need no check for hidden
 * characters.
 */
const PLAIN_TEXT = /^[\w .,:;/@+=%()'"!?-]*$/;
/** Names of roles, the only marks that a text of `PLAIN_TEXT` characters can contain. */
const TURN_MARK = /human|assistant|user|system/i;

function textOf(text: string, boundary: string | undefined): string {
  if (PLAIN_TEXT.test(text) && !TURN_MARK.test(text) && (boundary === undefined || !text.includes(boundary)))
    return text;
  if (boundary !== undefined && (text === endMark(boundary) || text === beginMark(boundary))) return text;
  const framedBy = frameOf(text);
  const isOurs = framedBy !== undefined && (boundary === undefined || boundary === framedBy);
  return isOurs ? neutraliseBlock(text, framedBy) : neutraliseText(text, boundary);
}

/** Finds the mark of a block, or of an answer in JSON text. */
const frameOf = (text: string): string | undefined => boundaryOf(text) ?? QUOTED_FIELD.exec(text)?.[1];

const BLOCK_END = new RegExp(`^\\[\\[cairn:(${BOUNDARY_DIGITS}) end\\]\\]$`);
const QUOTED_FIELD = new RegExp(`^\\{\\n"quoted": "[^"[]*\\[\\[cairn:(${BOUNDARY_DIGITS}) end\\]\\]",?\\n`);
