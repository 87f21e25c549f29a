/** Normalises a text: ignores case, and removes blanks and invisible characters. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '');

const lettersTo = (foreign: string, latin: string): ReadonlyMap<string, string> =>
  new Map(Array.from(foreign, (letter, at) => [letter, latin[at]!]));

/** Letters of Cyrillic, in lower case, that look like a letter of Latin in one of the cases. */
const CYRILLIC = lettersTo('авеһікмнорстухјѕԁԛԝӏ', 'abehikmhopctyxjsdqwl');
const CYRILLIC_OF = lettersTo('abehikmopctyxjs', 'авенікморстухјѕ');
/** Letters of Greek, in lower case, whose capital looks like a letter of Latin. */
const GREEK_CAPITALS = lettersTo('αβεζηικμνορτυχ', 'abezhikmnoptyx');
/** Small letters of Greek that look like a letter of Latin. Not β and μ, by which versions and units differ. */
const GREEK_SMALL = lettersTo('αεηικνορτυχ', 'aenikvoptux');

const LATIN = /\p{Script=Latin}/u;
const FOREIGN = /\p{Script=Cyrillic}|\p{Script=Greek}/u;
const NOT_LATIN = /(?!\p{Script=Latin})\p{L}/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const SHORT = /(?<![\p{L}\p{M}\p{N}])(?:\p{Script=Cyrillic}|\p{Script=Greek}{2})(?![\p{L}\p{M}\p{N}])/gu;
/** Matches units such as μs and 5μmol, which differ from ms and 5mmol. */
const MICRO = /^\p{N}*μ(?:\p{L}{1,2}|bar|cal|mol|rad)\p{N}*$/iu;
const INVISIBLE = /(?![\t-\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A word in one script, as far as its letters look like letters of that script. */
interface Word {
  readonly inLatin: string;
  readonly inCyrillic: string;
  /** The letters of Latin in it; less than 0 if it is a word of another script, by the letters of that. */
  readonly latinLetters: number;
}

/** The longest word that is read, in UTF-16 units; longer ones are data. */
const WORD_MAX = 100;

/**
 * Reads a word. A letter that stands alone stays as it is, since it is a symbol or a name: versions β and B are two. So do
 * units and symbols of two letters, such as μs, Kα and αβ.
 */
function readWord(word: string): Word {
  const asItIs = { inLatin: word, inCyrillic: word, latinLetters: 0 };
  if (word.length > WORD_MAX) return asItIs;
  if (!FOREIGN.test(word)) return { ...asItIs, latinLetters: LATIN.test(word) ? word.length : 0 };
  const letters = word.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => LATIN.test(letter)).length;
  const isGreek = /\p{Script=Greek}/u.test(word);
  if (letters.length < (isGreek && latin === 0 ? 3 : 2) || (isGreek && MICRO.test(word))) return asItIs;
  const inLatin = Array.from(word, (letter) => latinOf(letter, latin)).join('');
  const inCyrillic = isGreek ? word : writeInCyrillic(word);
  return NOT_LATIN.test(inLatin)
    ? { inLatin: inCyrillic, inCyrillic, latinLetters: latin - letters.length }
    : { inLatin, inCyrillic, latinLetters: latin };
}

/** The letter of Latin that a letter looks like, beside so many letters of Latin; itself if there is none. */
function latinOf(letter: string, latin: number): string {
  const small = letter.toLowerCase();
  const greek = latin === 0 || letter !== small ? GREEK_CAPITALS : latin > 1 ? GREEK_SMALL : undefined;
  return CYRILLIC.get(small) ?? greek?.get(small) ?? letter;
}

function writeInCyrillic(word: string): string {
  const written = Array.from(word, (letter) => CYRILLIC_OF.get(letter.toLowerCase()) ?? letter).join('');
  return LATIN.test(written) ? word : written;
}

/**
 * Writes each word of a text in one script: in Latin if most of the text is, or all of it can be written so, else in
 * Cyrillic. Returns a text as it is if no word changes.
 */
function foldLookalikes(text: string): string {
  const whole = text.normalize('NFKC');
  if (!FOREIGN.test(whole)) return text;
  const visible = whole.replace(INVISIBLE, '');
  const known = new Map<string, Word>();
  let [latinLetters, hasForeign, hasMixed] = [0, false, false];
  const inLatin = visible.replace(WORD, (name) => {
    const word = known.get(name) ?? readWord(name);
    known.set(name, word);
    latinLetters += word.latinLetters;
    hasForeign ||= word.latinLetters < 0;
    hasMixed ||= word.inCyrillic !== name;
    return word.inLatin;
  });
  if (hasForeign && latinLetters <= 0)
    return hasMixed ? visible.replace(WORD, (name) => known.get(name)?.inCyrillic ?? name) : text;
  if (inLatin === visible) return text;
  // Where words were disguised and all others are Latin, a short word is one of these, such as "a" and "to".
  const short = inLatin.replace(SHORT, (letters) => Array.from(letters, (letter) => latinOf(letter, 0)).join(''));
  return NOT_LATIN.test(short) ? inLatin : short;
}

/**
 * Normalises a text like `foldText`, writes words of letters that look alike in one script, and removes hyphens between
 * letters and punctuation at both ends, such as bullets. Such characters vary when the same text is sent again.
 */
export const foldWithoutPunctuation = (text: string): string => foldedForms(text)[0];

/**
 * The forms by which a text is looked up: that of `foldWithoutPunctuation`, and, where it differs, that which leaves
 * letters that look alike as they are. Earlier versions stored digests of the latter.
 */
export function foldedForms(text: string): readonly [string, ...string[]] {
  const inOneScript = foldLookalikes(text);
  const form = withoutPunctuation(foldText(inOneScript));
  const asWritten = inOneScript === text ? form : withoutPunctuation(foldText(text));
  return form === asWritten ? [form] : [form, asWritten];
}

function withoutPunctuation(text: string): string {
  const all = text.replace(/\p{Pd}+/gu, (hyphens, at: number) =>
    LETTER_LAST.test(text.slice(Math.max(0, at - 2), at)) &&
    LETTER_FIRST.test(text.slice(at + hyphens.length, at + hyphens.length + 2))
      ? ''
      : hyphens,
  );
  const first = all.search(/[\p{L}\p{N}]/u);
  if (first === -1) return all;
  let end = all.length;
  while (!NAMED_LAST.test(all.slice(Math.max(0, end - 2), end))) end -= 1;
  return all.slice(first, end);
}
const LETTER_FIRST = /^\p{L}/u;
const LETTER_LAST = /\p{L}$/u;
const NAMED_LAST = /[\p{L}\p{N}]$/u;
