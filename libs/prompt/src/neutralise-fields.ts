import { BOUNDARY, boundaryOf, endMark, quotedMark } from './boundary.ts';
import { neutraliseBlock, neutraliseText } from './neutralise.ts';

/**
 * A value for programs, with each text and each name of a field in it neutralised: a client may hand it to its model. Blocks and
 * marks of `boundary` stay what they are; without one, a text that is a block from its first line on is taken for one of ours.
 */
export function neutraliseFields<Value>(value: Value, boundary?: string): Value {
  return walk(value, boundary) as Value;
}

/** The boundary that frames the fields of an answer. */
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

/** Most texts are ids, names and numbers in words, which hold nothing to look for. */
const PLAIN = /^[\w .,:;/@+=%()'"!?-]*$/;
/** The only mark that a text of these characters alone can hold. */
const TURN = /human|assistant|user|system/i;

function textOf(text: string, boundary: string | undefined): string {
  if (PLAIN.test(text) && !TURN.test(text) && (boundary === undefined || !text.includes(boundary))) return text;
  if (boundary !== undefined && (text === endMark(boundary) || text === quotedMark(boundary))) return text;
  const framedBy = frameOf(text);
  const isOurs = framedBy !== undefined && (boundary === undefined || boundary === framedBy);
  return isOurs ? neutraliseBlock(text, framedBy) : neutraliseText(text, boundary);
}

/** The boundary of a block, or of fields as text. */
const frameOf = (text: string): string | undefined => boundaryOf(text) ?? QUOTED.exec(text)?.[1];

const END = new RegExp(`^\\[\\[cairn:(${BOUNDARY}) end\\]\\]$`);
const QUOTED = new RegExp(`^\\{\\n"quoted": "[^"[]*\\[\\[cairn:(${BOUNDARY}) end\\]\\]",?\\n`);
