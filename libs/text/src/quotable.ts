/** A sentence of a text, with its UTF-16 offsets; `to` is exclusive. */
export interface Sentence {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Abbreviations of four letters or more. Their point does not end a sentence if a lower-case letter or a number follows. */
const ABBREVIATIONS =
  'approx|assoc|chap|conf|cont|corp|dept|eqns|excl|figs|incl|misc|orig|para|prof|resp|sect|sept|spec|temp|univ|vers|vols';
/**
 * The end of a sentence. Before a lower-case letter or a number, a point ends a sentence only after a word of four
 * letters or more that is not a common abbreviation, or after a number with its unit ("3h"). A point before the number
 * of a step ("2. Export it") ends a sentence; the point after that number does not. Signs of other scripts always end a
 * sentence.
 */
const SENTENCE_END = new RegExp(
  [
    /(?<!(?:^|[.:;!?]\s)\d{1,2})[.!?…]["'”’)\]]*(?=\s+(?:["'“‘(`*\p{Lu}\p{Lo}]|\d{1,2}\.\s))/u.source,
    `(?<=\\p{L}{4}|\\d\\p{L}{1,2})(?<!\\b(?:${ABBREVIATIONS}))[.!?](?=\\s+[\\p{Ll}\\p{Nd}])`,
    /[。！？｡][」』”’）)]*/u.source,
  ].join('|'),
  'gu',
);
const CODE_FENCE = /^\s*(?:```|~~~)/;
const HEADING = /^#{1,6}\s/;
const LIST_MARKER = /^\s*(?:[-*+•>]|\d{1,3}[.)])\s+/;
const NON_LETTERS = /[^\p{L}\s]+/gu;
/**
 * The maximum share of signs in a paragraph of prose, 0 to 1. A paragraph with a higher share is code, a table or a
 * line of signs.
 */
const SIGNS_SHARE_MAX = 0.3;

/**
 * Splits a text into sentences that can be quoted word for word. The end of a paragraph or a list item ends a sentence,
 * while a line break within a paragraph does not. Headings, code and tables are left out.
 */
export function sentencesOf(text: string): Sentence[] {
  return paragraphsOf(text)
    .filter(({ from, to }) => isProse(text.slice(from, to)))
    .flatMap(({ from, to }) => sentencesIn(text, from, to));
}

interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Joins consecutive lines into paragraphs, without the marks of lists. */
function paragraphsOf(text: string): TextRange[] {
  const paragraphs: { from: number; to: number }[] = [];
  let isOpen = false;
  let isCode = false;
  let from = 0;
  for (const line of text.split('\n')) {
    const to = from + line.length;
    const marker = LIST_MARKER.exec(line)?.[0].length ?? 0;
    const isText = !isCode && line.trim() !== '' && !HEADING.test(line) && !CODE_FENCE.test(line);
    if (CODE_FENCE.test(line)) isCode = !isCode;
    if (isText && isOpen && marker === 0) paragraphs.at(-1)!.to = to;
    else if (isText) paragraphs.push({ from: from + marker, to });
    isOpen = isText;
    from = to + 1;
  }
  return paragraphs;
}

function isProse(paragraph: string): boolean {
  let signs = 0;
  for (const [run] of paragraph.matchAll(NON_LETTERS)) signs += run.length;
  return signs / paragraph.length <= SIGNS_SHARE_MAX;
}

function sentencesIn(text: string, from: number, to: number): Sentence[] {
  const paragraph = text.slice(from, to);
  const ends = [...paragraph.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
  const borders = [0, ...ends, paragraph.length];
  return borders.slice(1).flatMap((end, at) => trimSentence(text, from + borders[at]!, from + end));
}

function trimSentence(text: string, from: number, to: number): Sentence[] {
  const raw = text.slice(from, to);
  const start = from + (raw.length - raw.trimStart().length);
  const shown = raw.trim();
  return shown === '' ? [] : [{ from: start, to: start + shown.length, text: shown }];
}
