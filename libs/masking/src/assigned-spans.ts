import { isPlaceholder, isUuid, looksRandom } from './looks.ts';
import { classOf, isHarmlessBefore, KEY_WORD, NAME_ENDING, SHORT_KEY_WORDS, type KeyClass } from './rules/keys.ts';
import { AMBIGUOUS_WORD, wordsOf } from './rules/languages.ts';
import { notRandom } from './rules/not-secrets.ts';
import type { Span } from './span.ts';

/** A word that names a secret, such as `password`, with the name around it. */
interface Key {
  readonly of: KeyClass;
  /** Start of the whole name that contains the word. */
  readonly from: number;
  readonly to: number;
  /** The word itself in lower case, without separators. */
  readonly word: string;
  /** True when the word is the whole name. */
  readonly isBare: boolean;
}

interface Value {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly isQuoted: boolean;
}

/**
 * How a value follows its name: after explicit syntax (`assigned`, `tight`), in a sentence (`told`, `dashed`), or directly
 * (`beside`).
 */
type AssignmentForm = 'assigned' | 'tight' | 'told' | 'dashed' | 'beside';

/** Finds passwords, tokens and keys after a name that says what they are. */
export function findAssignedSpans(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(KEY_WORD)) {
    const key = match.index < from ? undefined : keyOf(text, match);
    const value = key && secretOf(text, key);
    if (!value) continue;
    spans.push({ from: value.from, to: value.to, kind: kindOf(key) });
    from = value.to;
  }
  return spans;
}

const NAME_CHARS_MAX = 64;

function keyOf(text: string, { 0: word, index, groups }: RegExpMatchArray): Key | undefined {
  const at = index!;
  const before = text.slice(Math.max(0, at - NAME_CHARS_MAX), at);
  if (SHORT_KEY_WORDS.test(word) && !isAtWordStart(before, word)) return undefined;
  const name = /[\w.-]*$/.exec(before)![0];
  // In `arn:aws:...:secret:name`, the word is part of an address.
  if (isHarmlessBefore(before) || before.at(-1 - name.length) === ':') return undefined;
  NAME_ENDING.lastIndex = at + word.length;
  if (!NAME_ENDING.test(text)) return undefined;
  return {
    of: classOf(groups),
    from: at - name.length,
    to: NAME_ENDING.lastIndex,
    word: word.toLowerCase().replace(/[\s_.-]/g, ''),
    isBare: name === '',
  };
}

const isAtWordStart = (before: string, word: string): boolean =>
  !/\p{L}$/u.test(before) || (word.length > 2 && /[a-z]$/.test(before) && /^[A-Z]/.test(word));

function kindOf({ of, word }: Key): string {
  if (of !== 'secret') return of;
  if (word === 'secretaccesskey') return 'aws-secret-access-key';
  return word.endsWith('token') ? 'token' : /key(?:data)?$/.test(word) ? 'api-key' : 'secret';
}

interface FollowingText {
  readonly way: AssignmentForm;
  /** Sticky expression that matches from the end of the name to the start of the value. */
  readonly shape: RegExp;
  /** Form that the name must have, including the character before it: an element, an option, an environment variable. */
  readonly name?: RegExp;
}

const MARKUP_AFTER_NOUN = '["\'`*_)\\]}]{0,4}';
const CLOSING_MARKUP = '["\'`*_\\]\\\\]{0,4}';
const VERB_OR_SIGN = '(?:is|was|are|=|[:：]|=>|->|to|with|ist|lautet|war|est|es|är|er|é|è|jest|это)';

const followingTextRules: readonly FollowingText[] = [
  // Key and value in separate fields (`name: API_KEY`, and `value: ...` on the next line), or a variable with its default.
  {
    way: 'assigned',
    shape:
      /["'`]{0,2}[\s,{}]{1,60}(?:["']?(?:type|description|sensitive|secret|required|nullable)["']?\s{0,8}[:=]\s{0,4}[^\n]{0,80}\n\s{0,20}){0,3}["']?(?:value|default|defaultValue)["']?\s{0,8}[:=]\s{0,4}/iy,
  },
  { way: 'assigned', shape: /[?!]?\s?:\s{0,2}[A-Za-z][A-Za-z0-9<>[\]?|.]{0,30}\s{0,4}=\s{0,4}(?=["'`])/y },
  { way: 'tight', shape: /=(?=[^\s=])/y },
  {
    way: 'assigned',
    shape: new RegExp(`${CLOSING_MARKUP}[ \\t]{0,8}(?::=|=>|->|===?|[:：=])[*_\`]{0,4}[ \\t]{0,8}`, 'y'),
  },
  { way: 'assigned', shape: /["'`*_]{0,4}[ \t]{0,8}\|[ \t]{0,8}[*_]{0,3}(?=[^|\n]{1,600}\|)/y },
  {
    way: 'assigned',
    shape: /["'`]\s{0,2},\s{0,4}(?=["'`])/y,
    name: /^["'`](?:[A-Z\d]+_[A-Z\d_]+|[A-Za-z]+-[A-Za-z-]+)$/,
  },
  { way: 'assigned', shape: />/y, name: /^</ },
  { way: 'assigned', shape: /[ \t]{1,4}/y, name: /^(?:[\s"'`([]|^)--?[a-z]/i },
  { way: 'dashed', shape: new RegExp(`${CLOSING_MARKUP}[ \\t]{1,4}[-–—]{1,2}[ \\t]{1,4}`, 'y') },
  { way: 'told', shape: /[ \t]{1,4}(?=["'`„“«‚])/y },
  { way: 'told', shape: /[ \t]{0,2}(?:は|が|为|為|是|은|는)[ \t]{0,2}[:：]?[ \t]{0,2}/y },
  { way: 'beside', shape: /[ \t]{1,2}[(]?/y },
  {
    way: 'told',
    shape: new RegExp(
      `${MARKUP_AFTER_NOUN}[ \\t(][A-Za-z\\u00c0-\\u024f\\u0370-\\u052f ,'’()-]{0,40}?(?:(?<![A-Za-z])${VERB_OR_SIGN}(?![A-Za-z]):?[ \\t]{1,4}|[:=][ \\t]{0,4})`,
      'y',
    ),
  },
];

function secretOf(text: string, key: Key): Value | undefined {
  for (const { way, shape, name } of followingTextRules) {
    if (name && !isNamed(text, key, name)) continue;
    shape.lastIndex = key.to;
    if (!shape.test(text)) continue;
    const value = valueAt(text, shape.lastIndex, key);
    if (value && isSecret(text, key, value, way)) return extendToEnd(text, value);
  }
  return undefined;
}

/** Extends an unquoted value that fills the search limit, so that a long secret is masked to its end. */
function extendToEnd(text: string, value: Value): Value {
  if (value.isQuoted || value.to - value.from < BARE_CHARS_MAX) return value;
  REST_OF_VALUE.lastIndex = value.to;
  REST_OF_VALUE.test(text);
  return { ...value, to: Math.max(value.to, REST_OF_VALUE.lastIndex) };
}

const isNamed = (text: string, { from, to }: Key, name: RegExp): boolean =>
  name.test(`${text.slice(Math.max(0, from - 1), from)}${text.slice(from, to)}`);

const VALUE_CHARS_MAX = 4096;
const OPENING_QUOTE = /\\?(["'`])\1{0,2}|[„“«‚「]/y;
/** Matches the closing quote, by opening typographic quote; a plain quote closes itself. */
const CLOSING_QUOTE_BY_OPENING: Readonly<Record<string, RegExp>> = {
  '„': /[“”]/,
  '“': /”/,
  '«': /»/,
  '‚': /[‘’]/,
  '「': /」/,
};
const BARE_CHARS_MAX = 256;
const bareCharacter = '[^\\s"\'`,;&<>|(){}[\\]\\\\。，；、）」“”»]';
const BARE_VALUE = new RegExp(`${bareCharacter}{1,${BARE_CHARS_MAX}}`, 'y');
const REST_OF_VALUE = new RegExp(`${bareCharacter}+`, 'y');
const REST_OF_LINE = /[^\s]{1,4096}(?=[ \t]*(?:\r?\n|$))/y;

function valueAt(text: string, at: number, key: Key): Value | undefined {
  OPENING_QUOTE.lastIndex = at;
  const quote = OPENING_QUOTE.exec(text);
  if (quote) return readQuotedValue(text, at + quote[0].length, quote[0]);
  const shape = isLineAssignment(text, key) ? REST_OF_LINE : BARE_VALUE;
  shape.lastIndex = at;
  const found = shape.exec(text)?.[0] ?? (shape === REST_OF_LINE ? readBareValue(text, at) : undefined);
  if (found === undefined) return undefined;
  const trimmed = shape === REST_OF_LINE ? found.replace(/[,;]$|;\w+=.*$/, '') : found.replace(/[.,:?]+$/, '');
  return trimmed === '' ? undefined : { from: at, to: at + trimmed.length, text: trimmed, isQuoted: false };
}

function readBareValue(text: string, at: number): string | undefined {
  BARE_VALUE.lastIndex = at;
  return BARE_VALUE.exec(text)?.[0].replace(/[.,:?]+$/, '');
}

/**
 * True if a line consists of `NAME=value` or `name: value` alone; then the rest of the line is the value, whatever characters
 * it contains.
 */
function isLineAssignment(text: string, { from, to }: Key): boolean {
  const before = text.slice(Math.max(0, from - 40), from);
  return (
    /(?:^|\n)[ \t+-]{0,20}(?:export |ENV |set |SET )?$/.test(before) &&
    /^(?:=|[ \t]{0,4}[:=][ \t])/.test(text.slice(to, to + 6))
  );
}

function readQuotedValue(text: string, from: number, quote: string): Value | undefined {
  const near = text.slice(from, from + VALUE_CHARS_MAX);
  const closing = CLOSING_QUOTE_BY_OPENING[quote];
  const inside = near.slice(0, Math.max(0, closing ? near.search(closing) : near.indexOf(quote)));
  const to = from + inside.length;
  return inside === '' || /[\n\r]/.test(inside) ? undefined : { from, to, text: inside, isQuoted: true };
}

function isSecret(text: string, key: Key, value: Value, way: AssignmentForm): boolean {
  if (key.of === 'pin') return isPin(text, key, value, way);
  if (key.of === 'secret' && /=[^=]/.test(value.text)) return false;
  if (value.text.length < 3 || (key.of === 'secret' && value.text.length < SECRET_CHARS_MIN)) return false;
  if (isPlaceholder(value.text) || (!value.isQuoted && isReference(value.text))) return false;
  return key.of === 'password' ? isPassword(text, key, value, way) : isMachineMade(value, way, key.word);
}

const ASSIGNING_VERB =
  /^["'`*_)]{0,3}[ \t]{1,2}(?:is|was|ist|lautet|est|es|é|è|jest|er|är|to|это|[:=])?[ \t]{0,2}["'`]?$/i;

/** Digits followed by the key that confirms them, as typed on a door's key pad. */
const PAD_CODE = /^[*#]?\d{3,8}[*#]$/;
const OPENED_PAD_CODE = /^[*#]\d{3,8}$/;
/** Words that name a code of any kind, not only a secret one. */
const ANY_CODE = new RegExp(`^(?:${wordsOf('code')})$`, 'iu');
/** Word for a one-time code: a number right after it can only be the code. */
const ONE_TIME_CODE_WORD = /^otp$/;

/** Accepts at least four digits, or at least three for a card. A version to which something is pinned has another form. */
function isPin(text: string, { word, to }: Key, value: Value, way: AssignmentForm): boolean {
  const isAnyCode = ANY_CODE.test(word);
  if (PAD_CODE.test(value.text) || (!isAnyCode && OPENED_PAD_CODE.test(value.text)))
    return way === 'told' ? ASSIGNING_VERB.test(text.slice(to, value.from)) : way !== 'beside' || !isAnyCode;
  if (isAnyCode) return false;
  if (way === 'beside' && !ONE_TIME_CODE_WORD.test(word)) return false;
  if (!(/^cv/.test(word) ? /^\d{3,4}$/ : /^\d{4,8}$/).test(value.text) || isPlaceholder(value.text)) return false;
  return way !== 'told' || ASSIGNING_VERB.test(text.slice(to, value.from));
}

/** True for a name in code, with or without its object: `checkAuth.password`, `Uint8Array.prototype.slice`. */
const isReference = (text: string): boolean =>
  /^[A-Za-z_$][A-Za-z_$]*(?:\.[A-Za-z_$][A-Za-z_$]*)+$|^[A-Za-z_$][\w$]*\.(?:[A-Za-z_$][\w$]*\.)*(?:\w*(?:password|secret|token|key|value|prototype)\w*|call|apply)/i.test(
    text,
  );

const SECRET_CHARS_MIN = 8;

/** True for a word that names a secret and that people also choose as a password. */
const isSecretWord = (word: string): boolean => /^(?:secret|geheimnis|secreto|segreto|segredo|секрет)$/.test(word);
const ADJACENT_SECRET_CHARS_MIN = 20;

/** True for a secret that a person chose. */
const isChosenSecret = (text: string): boolean =>
  (/[^\w./:-]/.test(text) && looksRandom(text, SECRET_CHARS_MIN)) || isWordsWithFigure(text);

/**
 * True for joined words with a final number, as people choose for secrets, but not for names of servers or of things that
 * contain secrets.
 */
const isWordsWithFigure = (text: string): boolean =>
  /^[a-z]{8,}\d{1,4}$/i.test(text) &&
  !/secret|token|key|cred|cert|tls|ssl|conf|auth|pass|login|user|admin|account|service|server|cluster|node|volume|registry|prod|stag|test|demo|example|sql|mongo|redis|kafka|elastic|postgres|rabbit|vault|version/i.test(
    text,
  );

/** True for a token, key or secret that a machine generated; in an explicit assignment, a shorter value is enough. */
function isMachineMade({ text, isQuoted }: Value, way: AssignmentForm, word: string): boolean {
  if (/(?:key|token|secret|password)s?$/i.test(text)) return false;
  if (way !== 'assigned' && way !== 'tight')
    return !isUuid(text) && looksRandom(text, way === 'beside' ? ADJACENT_SECRET_CHARS_MIN : 16);
  if (word === 'secretaccesskey') return /^[A-Za-z0-9/+]{40}$/.test(text);
  if (isUuid(text)) return /key|secret|authtoken/.test(word) || word === 'token';
  return (
    looksRandom(text, isQuoted && word === 'secret' ? SECRET_CHARS_MIN : 12) ||
    (isSecretWord(word) && isChosenSecret(text))
  );
}

/** Maximum distance in characters from a name to a password that is a plain word; it leaves room for `is`. */
const WORD_DISTANCE_MAX = 10;

const isWord = (value: string): boolean => /^[\p{L}_-]+$/u.test(value);
const isNumber = (value: string): boolean => /^[\d.,%]+$/.test(value);

/** Accepts a password. It may be a plain word, since people choose words as passwords, but only in an explicit form. */
function isPassword(text: string, key: Key, value: Value, way: AssignmentForm): boolean {
  if (/\s/.test(value.text) || !fitsWord(key, value.text, way)) return false;
  if (way === 'assigned' || way === 'tight') return isAssignedPassword(text, value, way);
  if (notRandom.some((shape) => shape.test(value.text)) || /^\d+[a-z]{0,3}$/i.test(value.text)) return false;
  return way === 'beside' ? isHard(value.text) : isToldPassword(text, key, value, way);
}

/** Rejects results of tests, which also say `pass`: `pass: 12`, `pass: true`. */
function fitsWord({ word, isBare }: Key, value: string, way: AssignmentForm): boolean {
  const isAmbiguous = AMBIGUOUS_WORD.test(word);
  if (!isAmbiguous && word !== 'pw') return true;
  if (isAmbiguous && way !== 'assigned' && way !== 'tight') return false;
  if (isAmbiguous && isBare && !/^(?=.*\d)(?=.*[a-z])[!-~]*$/i.test(value)) return false;
  return way === 'tight' || !(isNumber(value) || isWord(value));
}

function isAssignedPassword(text: string, { text: said, to, isQuoted }: Value, way: AssignmentForm): boolean {
  if (!isWord(said) || isQuoted) return !/^\d{1,3}$/.test(said);
  return way === 'tight' ? !/^[ \t]{0,2}[),.(]/.test(text.slice(to, to + 3)) : endsStatement(text, to);
}

/** English names of passwords. Only for English does a list tell which plain words merely describe a password. */
const ENGLISH_PASSWORD_NAME = /^(?:pass(?!wort|ord)|pw)/;

const isToldPassword = (text: string, { to, word }: Key, value: Value, way: AssignmentForm): boolean =>
  isWord(value.text)
    ? value.from - to <= WORD_DISTANCE_MAX &&
      (value.isQuoted || (way === 'told' && ENGLISH_PASSWORD_NAME.test(word) && isToldWord(text, value)))
    : value.text.length >= 5 && /[\d\p{S}!#%&*@]/u.test(value.text) && /\p{L}/u.test(value.text);

/** True for a mix of letters and digits that also has a capital letter or a sign. */
const isHard = (said: string): boolean =>
  said.length >= SECRET_CHARS_MIN && /\d/.test(said) && /[^\da-z]/.test(said) && /\p{L}/u.test(said);

const endsStatement = (text: string, at: number): boolean =>
  /^[ \t]*(?:$|\r?\n|[#\]}|]|\/\/|--|&&|\/ )/.test(text.slice(at, at + 20) + (at + 20 > text.length ? '' : '.'));

/** Endings of words that describe a password: `is required`, `is stored hashed`. */
const DESCRIPTIVE_WORD =
  /(?:ed|ing|able|ible|ory|ary|ive|ous|ful|less|ent|ant|al|ly|ic|est|er|ise|ong|eak|en|ort|ure)$|^(?:not|now|too|so|what|that|this|to|in|on|at|by|for|from|kept|sent|shown|held|known|made|done|gone|still|only|always|never|also|here|there|fine|good|bad|both|all|their|his|her|our|its|one|two|as|if|when|like|just|part|part of|case|due|out|up|down|over|about|more|most|less|least|very|quite|rather|really)$/i;

/** True for a single word after which the clause ends: `The password is periwinkle, all lower case.` */
const isToldWord = (text: string, { to, text: said }: Value): boolean =>
  said.length >= 5 &&
  !DESCRIPTIVE_WORD.test(said) &&
  /^["'`)]?[.,;!]?(?:\s|$)/.test(text.slice(to, to + 3)) &&
  !/^[ \t]+\p{L}/u.test(text.slice(to, to + 4));
