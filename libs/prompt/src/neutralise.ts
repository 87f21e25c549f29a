import { TOKEN_OPENERS, TURN_HEADINGS, TURN_STARTS } from './tokens.ts';

/**
 * Neutralises stored text inside a frame: it can neither end nor forge it, nor hide anything from a reader. What is
 * taken the force of stays visible. Ordinary prose, code, lists, indentation and blank lines come out as they went in.
 */
export function neutraliseText(text: string, boundary?: string): string {
  const readable = showHidden(withoutBoundary(text, boundary).toWellFormed().replace(LINE_BREAKS, '\n'));
  return withoutMarkers(readable).replace(LINE_MARKERS, '$1\\').replace(TURN_STARTS, '$1\\');
}

/** The same for a field that has one line: titles, names, tags. */
export function neutraliseLine(text: string, boundary?: string): string {
  const named = withoutBoundary(text, boundary);
  const line = named.toWellFormed().replace(LINE_BREAKS, ' ').replaceAll('\t', ' ').trim();
  return withoutMarkers(showHidden(line));
}

/** A block of this boundary that somebody else made: its own frame stays, and nothing inside it forges or hides. */
export function neutraliseBlock(block: string, boundary: string): string {
  const foreignMarks = new RegExp(`\\[(?=\\[\\s{0,3}cairn\\s{0,3}:(?!${boundary}))`, 'gi');
  const readable = showHidden(block.toWellFormed().replace(LINE_BREAKS, '\n'));
  return withoutTokens(readable).replace(foreignMarks, '⟦').replace(TURN_STARTS, '$1\\');
}

/**
 * Pretty JSON that loses nothing: hidden characters and openers of chat-template tokens are written as JSON escapes, so
 * that a reader of the text sees them and a parser gets them back as they were.
 */
export const neutraliseJson = (value: unknown): string => neutralise(JSON.stringify(value, null, 2));

/** The same on one line. */
export const neutraliseJsonLine = (value: unknown): string => neutralise(JSON.stringify(value));

/** A text as it stands in the JSON of an answer. */
export const inJson = (text: string): string => JSON.stringify(neutraliseText(text)).slice(1, -1);

const neutralise = (json: string) => json.replace(HIDDEN, escapeUnits).replace(TOKEN_OPENERS, escapeUnits);

/** One word, held to the letters that ids and roles have. */
export const neutraliseWord = (word: string, boundary: string): string =>
  word
    .slice(0, 100)
    .replace(/[^\w.:-]/g, '_')
    .replace(new RegExp(boundary, 'gi'), 'boundary') || '_';

const LINE_BREAKS = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]|\n/g;

const JOINING_SCRIPTS = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
  'Tibetan',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');

const tagsOf = (letters: string) =>
  [...letters].map((letter) => `\\u{${(0xe0000 + letter.charCodeAt(0)).toString(16)}}`).join('') + '\\u{e007f}';

/** Tag characters that make a black flag that of England, Scotland or Wales: the only ones that fonts draw. */
const FLAG_TAGS = ['gbeng', 'gbsct', 'gbwls'].map(tagsOf);

const RIGHT_TO_LEFT = [
  'Arabic',
  'Hebrew',
  'Syriac',
  'Thaana',
  'Nko',
  'Samaritan',
  'Mandaic',
  'Adlam',
  'Hanifi_Rohingya',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/** A direction mark by itself, with a letter of a script from right to left before or behind it, and figures, blanks and signs between at most. */
function directionMarks(): string[] {
  const mark = '[\\u061c\\u200e\\u200f]';
  const between = '[\\p{N}\\p{P}\\p{S}\\p{Zs}\\p{Mn}]{0,8}';
  const alone = `${mark}(?!\\p{Default_Ignorable_Code_Point})(?<!\\p{Default_Ignorable_Code_Point}${mark})`;
  return [`${alone}(?=${between}[${RIGHT_TO_LEFT}])`, `${alone}(?<=[${RIGHT_TO_LEFT}]${between}${mark})`];
}

/** Invisible characters where they belong: in an emoji, between letters that join, after a character that has variants. What stands before is looked at last, since that is dear. */
const AT_HOME = [
  `(?:${FLAG_TAGS.join('|')})(?<=\\u{1f3f4}(?:${FLAG_TAGS.join('|')}))`,
  '\\ufe0f?\\u200d(?=\\p{Extended_Pictographic})(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?\\u200d)',
  ...[
    ['[\\u200c\\u200d]', `[${JOINING_SCRIPTS}]`],
    ['[\\ufe0e\\ufe0f]', '\\p{Emoji}'],
    ['[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]', '\\p{Script=Han}'],
    ['[\\u180b-\\u180d\\u180f]', '\\p{Script=Mongolian}'],
  ].map(([guest, host]) => `${guest}(?!\\p{Default_Ignorable_Code_Point})(?<=${host}${guest})`),
  ...directionMarks(),
].join('|');

/** Zero-width, bidi and tag characters, fillers, variation selectors, and all controls but new line and tab. */
const INVISIBLE =
  '[\\p{Default_Ignorable_Code_Point}\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ufff9-\\ufffb]';
const HIDDEN = new RegExp(`(${AT_HOME})|${INVISIBLE}+`, 'gu');

const showHidden = (text: string) =>
  text.replace(HIDDEN, (run: string, atHome?: string) => atHome ?? `⟨${nameOf(run)}⟩`);

function nameOf(run: string): string {
  const first = run.codePointAt(0) ?? 0;
  const code = `U+${first.toString(16).toUpperCase().padStart(4, '0')}`;
  const isSingle = run.length === (first > 0xffff ? 2 : 1);
  return isSingle ? code : `${code} and ${Array.from(run).length - 1} more hidden`;
}

const escapeUnits = (run: string, atHome?: string | number): string =>
  typeof atHome === 'string' ? atHome : run.replace(ANY_UNIT, unitEscape);

const ANY_UNIT = /[^]/g;

const unitEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const FRAME_OPENERS = /\[(?=\[?\s{0,3}cairn\s{0,3}:)|\[(?=\s{0,3}(?:HIGH|LOW)\s{1,3}CONFIDENCE\s{0,3}\])/gi;

const withoutMarkers = (text: string): string => withoutTokens(text).replace(FRAME_OPENERS, '⟦');

/** Comes before all else: what stands around a mark is read with the name that replaces it. */
const withoutBoundary = (text: string, boundary: string | undefined): string =>
  boundary === undefined ? text : text.replaceAll(boundary, '⟨boundary⟩');

const withoutTokens = (text: string) => text.replace(TOKEN_OPENERS, (opener) => (opener === '<' ? '‹' : '⟦'));

/** Lines of a block of ours: an item's header, a message as it was said, a link to another memory. */
const LINES_OF_BLOCKS = [
  '\\d+\\.[ \\t][^\\n]*·[ \\t]*id[ \\t]',
  '(?:\\*[ \\t])?\\[(?:saved )?\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\\][ \\t][^\\n]{0,200}:',
  '-[ \\t](?:supersedes|superseded by) "',
].join('|');

/** Line starts that the frame or an instruction format gives a meaning: headers, headings, notes. A backslash takes it away. */
const LINE_MARKERS = new RegExp(
  `^([ \\t]*)(?=${LINES_OF_BLOCKS}|⚠\\ufe0f?[ \\t]*Cairn\\b|#{1,6}[ \\t]*(?:SENSORY|EPISODIC|SEMANTIC|PROCEDURAL|PROSPECTIVE|MESSAGE|NOTE)[ \\t]*:|#{1,6}[ \\t]*Cairn Memory|${TURN_HEADINGS}|…[ \\t]*cut,)`,
  'gm',
);
