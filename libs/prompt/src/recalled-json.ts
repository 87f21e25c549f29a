import { containsPart, wordsForComparison, type RecalledSpan, type StoredTexts } from './recalled-texts.ts';

/** Beginning of the JSON object of an answer, or of an item in an answer. */
const ANSWER_START = /\{\s*"(?:(quoted|hits)|(role)|kind|store|memoryId|messageId|sectionId|_id)"\s*:/y;
const ID_FIELD = /"(?:memoryId|messageId|sectionId|_id|id)"\s*:\s*"([0-9a-f-]{36})"/g;
/** Field that contains a block. It is used for answers whose beginning was cut off. */
const BLOCK_FIELD = /"injectionBlock"\s*:\s*"(?:[^"\\\n]|\\.)*"?/g;
const CUT_NOTE = /^[\s.…]*(?:\[?(?:truncated|cut|\d+ more)[^\n]{0,60})?$/i;
/** Maximum number of characters that are examined over all objects of a text. */
const EXAMINED_CHARS_MAX = 4_000_000;

/** Finds the JSON answers of routes and tools in a text, and single items of answers that were cut. */
export function jsonSpans(text: string, stored: StoredTexts): RecalledSpan[] {
  const spans: RecalledSpan[] = [];
  let work = 0;
  for (let at = text.indexOf('{'); at >= 0 && work < EXAMINED_CHARS_MAX; at = text.indexOf('{', at)) {
    ANSWER_START.lastIndex = at;
    const [begins, answer, role] = ANSWER_START.exec(text) ?? [];
    const sort = answer ? 'answer' : role ? 'message' : 'item';
    const span = begins ? objectAt(text, at, { stored, sort }) : undefined;
    work += span ? span.to - at : 1;
    if (span && span.ids.length > 0) spans.push(span);
    at = span && span.ids.length > 0 ? span.to : at + 1;
  }
  const fields = [...text.matchAll(BLOCK_FIELD)].map(({ 0: field, index }) => ({
    from: index,
    to: index + field.length,
    ids: idsIn(field, stored),
  }));
  return [
    ...spans,
    ...fields.filter(({ from, ids }) => ids.length > 0 && !spans.some((span) => span.to > from && span.from <= from)),
  ];
}

interface ObjectContext {
  readonly stored: StoredTexts;
  readonly sort: 'answer' | 'item' | 'message';
}

/**
 * Span of the object that begins at `at`, as far as the object is complete. If the object is none of our answers, `ids`
 * is empty; answers inside it are found separately.
 */
function objectAt(text: string, at: number, { stored, sort }: ObjectContext): RecalledSpan {
  const { end, isWhole, openString } = scanValue(text, at);
  const ids = idsIn(text.slice(at, end), stored);
  const isOurs = sort === 'answer' || (isWhole ? ids.includes(ownIdOf(text.slice(at, end))) : sort === 'item');
  if (!isOurs) return { from: at, to: end, ids: [] };
  if (openString === undefined) return { from: at, to: end, ids };
  const tail = text.slice(openString, end);
  const own = tail.includes('[[cairn:') ? '' : ownPartOf(tail, ids, stored);
  return { from: at, to: end - own.length, ids };
}

interface ScannedValue {
  readonly end: number;
  readonly isWhole?: true;
  /** Start of a string that has no closing quote. */
  readonly openString?: number;
}

/** Id of the object itself, not of objects inside it. */
function ownIdOf(json: string): string {
  try {
    const { memoryId, messageId, sectionId, _id, id } = JSON.parse(json) as Record<string, unknown>;
    return String(memoryId ?? messageId ?? sectionId ?? _id ?? id);
  } catch {
    return '';
  }
}

const JSON_PUNCTUATION = /[\s,:[\]]/;
const JSON_LITERAL = /(?:true|false|null|-?\d[\d.eE+-]*)(?![\w])/y;

/**
 * Scans JSON from an opening brace up to the end of the object, a line break within a string, or the first character that is
 * not JSON.
 */
function scanValue(text: string, from: number): ScannedValue {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]!;
    if (sign === '"') {
      const close = closingQuote(text, at + 1);
      if (close.isOpen) return { end: close.at, openString: at + 1 };
      at = close.at;
    } else if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return { end: at + 1, isWhole: true };
    } else if (!JSON_PUNCTUATION.test(sign)) {
      const literal = literalAt(text, at);
      if (literal === '') return { end: at };
      at += literal.length - 1;
    }
  }
  return { end: text.length };
}

/** Literal at a position, such as a number; empty at the start of a line, where our answers have no literals. */
function literalAt(text: string, at: number): string {
  JSON_LITERAL.lastIndex = at;
  const isFirst = /\n[ \t]*$/.test(text.slice(Math.max(0, at - 20), at));
  return isFirst ? '' : (JSON_LITERAL.exec(text)?.[0] ?? '');
}

function closingQuote(text: string, from: number): { readonly at: number; readonly isOpen: boolean } {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\' && text[at + 1] !== '\n') at += 1;
    else if (text[at] === '"') return { at, isOpen: false };
    else if (text[at] === '\n') return { at, isOpen: true };
  }
  return { at: text.length, isOpen: true };
}

/** Ids in the JSON that belong to stored items whose text the JSON also contains. */
function idsIn(json: string, stored: StoredTexts): string[] {
  const matches = [...json.matchAll(ID_FIELD), ...json.matchAll(/ · (?:first )?id ([0-9a-f-]{9,36})/g)];
  const passage = wordsForComparison(
    json.replace(/\\[nrt]/g, ' ').replace(/\\u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(parseInt(code, 16))),
  );
  const ids = [...new Set(matches.map(([, id]) => id!))];
  return ids.filter((id) => containsPart(passage, stored.get(id) ?? ''));
}

/** The part of a cut string after the stored words: text that the writer added on the same line. */
function ownPartOf(cut: string, ids: readonly string[], stored: StoredTexts): string {
  const tail = cut.replace(/\\[nrt]/g, '  ');
  const words = [...tail.matchAll(/[\p{L}\p{N}]+/gu)];
  const isSaid = (count: number) => {
    const plain = wordsForComparison(tail.slice(0, words[count - 1]!.index + words[count - 1]![0].length)).trimEnd();
    return ids.some((id) => stored.get(id)!.includes(plain));
  };
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isSaid(middle)) low = middle;
    else high = middle - 1;
  }
  const own = low === 0 ? cut : cut.slice(words[low - 1]!.index + words[low - 1]![0].length);
  return CUT_NOTE.test(own) ? '' : own;
}
