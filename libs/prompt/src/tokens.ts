/**
 * Marks that a chat template, a client or a browser interprets as structure. Each row names forms; the code below makes one
 * expression of all. Names are written in lower case and match in any case.
 */
const roles = 'system|assistant|user|human|developer';
const parts = 'prompt|message|instructions?|query|input|request|response|reminder|turn|note';

/** Elements whose name alone is a mark, as opening or closing tag. */
const tags = [
  `(?:${roles})(?:[_-](?:${parts}))?`,
  'instructions?|thinking|think|reasoning|invoke|parameter|antml|im_start|im_end',
  'tool_(?:calls?|results?|response|use)|function_(?:calls?|results?)',
  '(?:start|end)_of_(?:turn|image|text)|bos|eos|pad|unk|mask|sop|eop|s',
  '(?:unused|reserved_|extra_id_)\\d{1,5}',
  'script|iframe',
  '(?:external_)?untrusted(?:[_-]\\w{1,30})?|(?:relevant|retrieved)[_-](?:memory|memories|context|documents?)',
].join('|');

/** Names that are marks between brackets. */
const brackets = 'inst|system_prompt|available_tools|tool_calls|tool_results|tool_content|gmask|smask|bos|eos';

/** Names that are marks between doubled angle brackets. */
const doubled = 'sys|<?\\s{0,3}(?:end_?)?(?:external_)?untrusted\\w{0,30}';

/** Expands names letter by letter: the inline flag `(?i:...)` failed to match once in thousands of runs. */
const anyCase = (names: string) =>
  names.replace(/(\\[a-z])|[a-z]/gi, (letter: string, escaped?: string) =>
    escaped === undefined ? `[${letter.toLowerCase()}${letter.toUpperCase()}]` : escaped,
  );

const named = (names: string) => `(?:${names})\\b`;

/**
 * Forms of marks. A capitalised name right after an identifier is a type argument, so `Promise<User>` stays; a lone `<|`
 * stays too.
 */
const forms = [
  '<(?=\\|\\s{0,3}[^|\\s]{1,60}\\s{0,3}\\|>)',
  '<(?=｜[^｜\\s]{1,60}｜>)',
  `<(?=<\\s{0,3}/?\\s{0,3}(?:${anyCase(doubled)})\\s{0,3}>)`,
  `<(?=\\s{0,3}/\\s{0,3}${named(anyCase(tags))})`,
  `<(?=\\s{0,3}${named(tags)})`,
  `(?<![\\w$])<(?=\\s{0,3}${named(anyCase(tags))})`,
  '<(?=[fF]unction\\s{0,3}=)',
  `\\[(?=\\s{0,3}/?\\s{0,3}(?:${anyCase(brackets)})\\s{0,3}\\])`,
];

/** First character of each mark, the only one that is changed. */
export const TOKEN_OPENERS = new RegExp(forms.join('|'), 'g');

/** Turns marked by a name at the beginning of a paragraph. */
export const TURN_STARTS =
  /(^[ \t\n]{0,8}|\n[ \t]{0,8}\n[ \t]{0,8})(?=(?:Human|Assistant|USER|ASSISTANT|SYSTEM)[ \t]{0,3}:)/g;

/** Headings of instruction formats. */
export const TURN_HEADINGS =
  '#{1,6}[ \\t]*(?:[Ss]ystem|[Ii]nstructions?|[Rr]esponse|[Hh]uman|[Aa]ssistant|[Uu]ser)[ \\t]*:';
