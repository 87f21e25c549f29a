import { TOKEN_OPENERS, TURN_HEADINGS, TURN_STARTS } from './tokens.ts';

/**
 * Neutralises stored text for quotation inside a frame, so that the text can neither end or forge the frame nor hide anything
 * from a reader. Neutralised marks stay visible. Ordinary prose, code, lists, indentation and blank lines stay unchanged.
 */
export function neutraliseText(text: string, boundary?: string): string {
  const readable = showHidden(removeBoundary(text, boundary).toWellFormed().replace(LINE_BREAKS, '\n'));
  return removeMarkers(readable).replace(LINE_MARKERS, '$1\\').replace(TURN_STARTS, '$1\\');
}

/** Neutralises a single-line field: titles, names, tags. */
export function neutraliseLine(text: string, boundary?: string): string {
  const unmarked = removeBoundary(text, boundary);
  const line = unmarked.toWellFormed().replace(LINE_BREAKS, ' ').replaceAll('\t', ' ').trim();
  return removeMarkers(showHidden(line));
}

/** Neutralises a finished block: its own frame, with this mark, stays, and nothing inside can forge a frame or hide. */
export function neutraliseBlock(block: string, boundary: string): string {
  const foreignMarks = new RegExp(`\\[(?=\\[\\s{0,3}cairn\\s{0,3}:(?!${boundary}))`, 'gi');
  const readable = showHidden(block.toWellFormed().replace(LINE_BREAKS, '\n'));
  return removeTokens(readable).replace(foreignMarks, '⟦').replace(TURN_STARTS, '$1\\');
}

/**
 * Renders pretty JSON from which a parser restores every character. Hidden characters and openers of chat-template tokens
 * become JSON escapes, so that a reader sees them.
 */
export const neutraliseJson = (value: unknown): string => neutralise(JSON.stringify(value, null, 2));

/** Renders the JSON of `neutraliseJson` on one line. */
export const neutraliseJsonLine = (value: unknown): string => neutralise(JSON.stringify(value));

/** Text in the escaped form that it has in the JSON of an answer. */
export const escapeForJson = (text: string): string => JSON.stringify(neutraliseText(text)).slice(1, -1);

const neutralise = (json: string) => json.replace(HIDDEN_CHARACTERS, escapeUnits).replace(TOKEN_OPENERS, escapeUnits);

/** Restricts a word to the characters of ids and roles. */
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

/**
 * Tag characters that turn a black flag into the flag of England, Scotland or Wales, the only tag sequences that fonts draw.
 */
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

/**
 * Patterns of a single direction mark near a letter of a right-to-left script, with at most eight digits, blanks or
 * signs between the mark and the letter.
 */
function directionMarks(): string[] {
  const mark = '[\\u061c\\u200e\\u200f]';
  const between = '[\\p{N}\\p{P}\\p{S}\\p{Zs}\\p{Mn}]{0,8}';
  const alone = `${mark}(?!\\p{Default_Ignorable_Code_Point})(?<!\\p{Default_Ignorable_Code_Point}${mark})`;
  return [`${alone}(?=${between}[${RIGHT_TO_LEFT}])`, `${alone}(?<=[${RIGHT_TO_LEFT}]${between}${mark})`];
}

/**
 * Invisible characters in a legitimate position: in an emoji, between joining letters, in a variant. Each slow lookbehind comes
 * last.
 */
const LEGITIMATE_SEQUENCE = [
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

/** Zero-width, bidi and tag characters, fillers, variation selectors, and all control characters except line feed and tab. */
const INVISIBLE_CHARACTER =
  '[\\p{Default_Ignorable_Code_Point}\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ufff9-\\ufffb]';
const HIDDEN_CHARACTERS = new RegExp(`(${LEGITIMATE_SEQUENCE})|${INVISIBLE_CHARACTER}+`, 'gu');

const showHidden = (text: string) =>
  text.replace(HIDDEN_CHARACTERS, (run: string, atHome?: string) => atHome ?? `⟨${nameOf(run)}⟩`);

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

const removeMarkers = (text: string): string => removeTokens(text).replace(FRAME_OPENERS, '⟦');

/** Replaces the mark of the frame in a text. This runs before all other checks, so that they see the replaced text. */
const removeBoundary = (text: string, boundary: string | undefined): string =>
  boundary === undefined ? text : text.replaceAll(boundary, '⟨boundary⟩');

const removeTokens = (text: string) => text.replace(TOKEN_OPENERS, (opener) => (opener === '<' ? '‹' : '⟦'));

/** Patterns of the lines in our blocks: an item's header, a message, a link to another memory, a relation. */
const LINES_OF_BLOCKS = [
  '\\d+\\.[ \\t][^\\n]*·[ \\t]*id[ \\t]',
  '(?:\\*[ \\t])?\\[(?:saved )?\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\\][ \\t][^\\n]{0,200}:',
  '-[ \\t](?:(?:supersedes|superseded by|same subject) "|graph: |former memory, )',
].join('|');

/**
 * Starts of lines that have a meaning in the frame or in an instruction format: headers, headings, notes. A backslash before
 * them removes this meaning.
 */
const LINE_MARKERS = new RegExp(
  `^([ \\t]*)(?=${LINES_OF_BLOCKS}|⚠\\ufe0f?[ \\t]*Cairn\\b|#{1,6}[ \\t]*(?:SENSORY|EPISODIC|SEMANTIC|PROCEDURAL|PROSPECTIVE|MESSAGE|NOTE)[ \\t]*:|#{1,6}[ \\t]*Cairn Memory|${TURN_HEADINGS}|…[ \\t]*cut,)`,
  'gm',
);
