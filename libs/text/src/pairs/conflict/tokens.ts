import { fullVerb } from '../word-lists.ts';

/** One word, number or sign of a sentence. */
export interface Token {
  /** The text in lower case, with the parts of a hyphenated word joined. */
  readonly text: string;
  /** The text as written. */
  readonly raw: string;
  readonly kind: 'word' | 'number' | 'sign';
  /** Whether the token has a capital that does not come from the start of a sentence. */
  readonly isName: boolean;
  /** Whether no space separates it from the token before: the unit in "10s". */
  readonly isGlued: boolean;
  /** Whether the token is one word of a compound: "fare-engine". */
  readonly isPart?: boolean;
}

const APOSTROPHES = /[\u2018\u2019\u02bc\u201b\uff07]/g;
const DIGIT_GROUPS = /(?<=\d)[,_](?=\d{3}(?!\d))/g;
/** The hyphen between a number and the noun that it counts: "a 10-minute break". */
const COUNTED_HYPHEN = /(?<=(?<![\p{L}\p{N}_.-])\d{1,6})-(?=\p{Ll}{3})/gu;
const DECIMAL_COMMA = /(?<=\d),(?=\d{1,2} ?[€%])/g;
const DAY_HALF = /(?<=\d ?)([ap])\.?m\b\.?/gi;
const SHORT_FORM = /\b(Dr|Mrs?|Ms|Prof|St|vs|approx|max|min|No)\.(?= )/gi;
const TOKEN =
  /https?:\/\/[^\s/]+|\d{4}-\d\d-\d\d|(?<![\p{L}\p{N}])[-\u2212](?=\d)|(?<![\p{L}\p{N}])v(?=\d)|\d+(?:[.:/]\d+)*(?:e-?\d+)?|(?<![\p{L}\p{N}.])\.(?=\p{L})[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{N}]|[\p{L}\p{M}][\p{L}\p{M}\p{N}_]*(?:\+\+|#)?(?:['.+#&/-][\p{L}\p{M}\p{N}_]+)*|\.(?=[\s"')\]]|$)|[\p{Sc}%°=,;:!?\n()\u2013\u2014-]/gu;
const WORD_START = /^\.?[\p{L}\p{M}]/u;
const DIGITS = /^\d/;
const CAPITAL = /\p{Lu}/u;
const CAPITAL_INSIDE = /.\p{Lu}/u;
const VERSION_AT_END = /(?<=.\+\+|.#)\d+$/;
const PORT_OF_ADDRESS = /:(\d+)$/;

/** Splits a text into tokens, in linear time. */
export function tokensOf(text: string): Token[] {
  const clean = text
    .normalize('NFC')
    .replace(APOSTROPHES, "'")
    .replace(DIGIT_GROUPS, '')
    .replace(COUNTED_HYPHEN, ' ')
    .replace(DECIMAL_COMMA, '.')
    .replace(DAY_HALF, '$1m')
    .replace(SHORT_FORM, '$1');
  let end = -1;
  let isFirst = true;
  const tokens: Token[] = [];
  for (const { 0: raw, index } of clean.matchAll(TOKEN)) {
    for (const token of readToken(raw, { isFirst, isGlued: index === end })) tokens.push(token);
    end = index + raw.length;
    isFirst = /^[.!?\n:]$/.test(raw);
  }
  return tokens;
}

interface Place {
  readonly isFirst: boolean;
  readonly isGlued: boolean;
}

function readToken(raw: string, { isFirst, isGlued }: Place): Token[] {
  if (raw === 'v') return [];
  const port = raw.startsWith('http') ? PORT_OF_ADDRESS.exec(raw)?.[1] : undefined;
  if (port) return [wordToken('port', 'port', false), numberToken(port)];
  if (DIGITS.test(raw)) return [numberToken(raw, isGlued)];
  if (!WORD_START.test(raw)) return [{ text: raw === '\u2212' ? '-' : raw, raw, kind: 'sign', isName: false, isGlued }];
  const version = VERSION_AT_END.exec(raw)?.[0];
  if (version) return [wordToken(raw.slice(0, -version.length).toLowerCase(), raw, true), numberToken(version)];
  const isName = isFirst ? CAPITAL_INSIDE.test(raw) : CAPITAL.test(raw);
  const words = expandWord(raw);
  const isSplit = words.length > 1 && raw.includes('-');
  return words.map((text) => ({ ...wordToken(text, isSplit ? text : raw, isName), isGlued, isPart: isSplit }));
}

const wordToken = (text: string, raw: string, isName: boolean): Token => ({
  text,
  raw,
  kind: 'word',
  isName,
  isGlued: false,
});
const numberToken = (text: string, isGlued = false): Token => ({
  text,
  raw: text,
  kind: 'number',
  isName: false,
  isGlued,
});

/** Expands a word: "don't" becomes "do not", "cannot" "can not", "Ann's" "ann", "Auto-merge" "automerge". */
function expandWord(raw: string): string[] {
  const lower = raw.toLowerCase();
  if (lower === 'cannot') return ['can', 'not'];
  if (lower.endsWith("n't")) return [fullVerb(lower.slice(0, -3)), 'not'];
  if (lower === 'dont' || lower === 'doesnt' || lower === 'isnt' || lower === 'cant')
    return [lower.slice(0, -2), 'not'];
  const plain = lower.replace(/'(?:s|re|ve|ll|d|m)?$/, '');
  const parts = plain.split('-');
  if (parts.length > 1 && parts.every((part) => /^\p{L}{3,}$/u.test(part)) && raw === lower) return parts;
  return [plain.replace(/(?<=\p{L})-(?=\p{L})/gu, '')];
}
