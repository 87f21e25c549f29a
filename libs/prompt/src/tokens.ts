/**
 * Marks that a chat template, a client or a browser interprets as structure. Each list has names of one form, in lower case;
 * the names match in any case. The code below joins all forms into one expression.
 */
const roleWords = 'system|assistant|user|human|developer';
const partWords = 'prompt|message|instructions?|query|input|request|response|reminder|turn|note';

/** Names of elements that are marks, as an opening or a closing tag. */
const tagWords = [
  `(?:${roleWords})(?:[_-](?:${partWords}))?`,
  'instructions?|thinking|think|reasoning|invoke|parameter|antml|im_start|im_end',
  'tool_(?:calls?|results?|response|use)|function_(?:calls?|results?)',
  '(?:start|end)_of_(?:turn|image|text)|bos|eos|pad|unk|mask|sop|eop|s',
  '(?:unused|reserved_|extra_id_)\\d{1,5}',
  'script|iframe',
  '(?:external_)?untrusted(?:[_-]\\w{1,30})?|(?:relevant|retrieved)[_-](?:memory|memories|context|documents?)',
].join('|');

/** Names that are marks in square brackets. */
const bracketWords = 'inst|system_prompt|available_tools|tool_calls|tool_results|tool_content|gmask|smask|bos|eos';

/** Names that are marks in doubled angle brackets. */
const doubleBrackets = 'sys|<?\\s{0,3}(?:end_?)?(?:external_)?untrusted\\w{0,30}';

/** Expands names letter by letter to match any case: the inline flag `(?i:...)` failed to match once in thousands of runs. */
const anyCase = (names: string) =>
  names.replace(/(\\[a-z])|[a-z]/gi, (letter: string, escaped?: string) =>
    escaped === undefined ? `[${letter.toLowerCase()}${letter.toUpperCase()}]` : escaped,
  );

const wholeWord = (names: string) => `(?:${names})\\b`;

/**
 * Forms of marks. A capitalised name right after an identifier is a type argument and no mark, as in `Promise<User>`. A
 * lone `<|` is no mark either.
 */
const tokenForms = [
  '<(?=\\|\\s{0,3}[^|\\s]{1,60}\\s{0,3}\\|>)',
  '<(?=｜[^｜\\s]{1,60}｜>)',
  `<(?=<\\s{0,3}/?\\s{0,3}(?:${anyCase(doubleBrackets)})\\s{0,3}>)`,
  `<(?=\\s{0,3}/\\s{0,3}${wholeWord(anyCase(tagWords))})`,
  `<(?=\\s{0,3}${wholeWord(tagWords)})`,
  `(?<![\\w$])<(?=\\s{0,3}${wholeWord(anyCase(tagWords))})`,
  '<(?=[fF]unction\\s{0,3}=)',
  `\\[(?=\\s{0,3}/?\\s{0,3}(?:${anyCase(bracketWords)})\\s{0,3}\\])`,
];

/** Matches the first character of each mark. Only this character is replaced. */
export const TOKEN_OPENERS = new RegExp(tokenForms.join('|'), 'g');

/** Matches turns that begin a paragraph with the name of their speaker. */
export const TURN_STARTS =
  /(^[ \t\n]{0,8}|\n[ \t]{0,8}\n[ \t]{0,8})(?=(?:Human|Assistant|USER|ASSISTANT|SYSTEM)[ \t]{0,3}:)/g;

/** Pattern of the headings that instruction formats use. */
export const TURN_HEADINGS =
  '#{1,6}[ \\t]*(?:[Ss]ystem|[Ii]nstructions?|[Rr]esponse|[Hh]uman|[Aa]ssistant|[Uu]ser)[ \\t]*:';
