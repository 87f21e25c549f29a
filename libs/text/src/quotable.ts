/** A sentence of a text, in its characters; `to` is exclusive. */
export interface Sentence {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Abbreviations of four letters and more, whose point ends no sentence before a small letter or a number. */
const ABBREVIATIONS =
  'approx|assoc|chap|conf|cont|corp|dept|eqns|excl|figs|incl|misc|orig|para|prof|resp|sect|sept|spec|temp|univ|vers|vols';
/**
 * Before a small letter or a number a point belongs to an abbreviation, unless the word before it is of four letters and none of those
 * that people shorten so, or a number with its unit ("3h"). Before the number of a step ("2. Export it") it ends a sentence, and the point behind that number ends none.
 * Signs of other scripts end a sentence wherever they stand.
 */
const SENTENCE_END = new RegExp(
  [
    /(?<!(?:^|[.:;!?]\s)\d{1,2})[.!?…]["'”’)\]]*(?=\s+(?:["'“‘(`*\p{Lu}\p{Lo}]|\d{1,2}\.\s))/u.source,
    `(?<=\\p{L}{4}|\\d\\p{L}{1,2})(?<!\\b(?:${ABBREVIATIONS}))[.!?](?=\\s+[\\p{Ll}\\p{Nd}])`,
    /[。！？｡][」』”’）)]*/u.source,
  ].join('|'),
  'gu',
);
const FENCE = /^\s*(?:```|~~~)/;
const HEADING = /^#{1,6}\s/;
const MARKER = /^\s*(?:[-*+•>]|\d{1,3}[.)])\s+/;
const SIGNS = /[^\p{L}\s]+/gu;
/** More of it is code, a table or a rule of signs. */
const SIGNS_MOST = 0.3;

/**
 * The sentences of a text that can be quoted word for word: a line break within a paragraph ends none, a paragraph and a list
 * item do. Headings, code and tables are none.
 */
export function sentencesOf(text: string): Sentence[] {
  return paragraphsOf(text)
    .filter(({ from, to }) => isProse(text.slice(from, to)))
    .flatMap(({ from, to }) => sentencesIn(text, from, to));
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Lines that belong together, without the marks of lists. */
function paragraphsOf(text: string): Stretch[] {
  const paragraphs: { from: number; to: number }[] = [];
  let isOpen = false;
  let isCode = false;
  let from = 0;
  for (const line of text.split('\n')) {
    const to = from + line.length;
    const marker = MARKER.exec(line)?.[0].length ?? 0;
    const isText = !isCode && line.trim() !== '' && !HEADING.test(line) && !FENCE.test(line);
    if (FENCE.test(line)) isCode = !isCode;
    if (isText && isOpen && marker === 0) paragraphs.at(-1)!.to = to;
    else if (isText) paragraphs.push({ from: from + marker, to });
    isOpen = isText;
    from = to + 1;
  }
  return paragraphs;
}

function isProse(paragraph: string): boolean {
  let signs = 0;
  for (const [run] of paragraph.matchAll(SIGNS)) signs += run.length;
  return signs / paragraph.length <= SIGNS_MOST;
}

function sentencesIn(text: string, from: number, to: number): Sentence[] {
  const paragraph = text.slice(from, to);
  const ends = [...paragraph.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
  const borders = [0, ...ends, paragraph.length];
  return borders.slice(1).flatMap((end, at) => trimmed(text, from + borders[at]!, from + end));
}

function trimmed(text: string, from: number, to: number): Sentence[] {
  const raw = text.slice(from, to);
  const start = from + (raw.length - raw.trimStart().length);
  const shown = raw.trim();
  return shown === '' ? [] : [{ from: start, to: start + shown.length, text: shown }];
}
