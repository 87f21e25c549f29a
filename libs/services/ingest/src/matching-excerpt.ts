import { cutAtWord, readIdentifiers, sentenceEnds } from '@cairn/text';

/** Selectors of a deletion that match what items say. */
interface SaidSelectors {
  readonly contains?: string | undefined;
  readonly identifier?: string | undefined;
}

/** The title and the text of an item; a message has no title. */
interface Texts {
  readonly title?: string | undefined;
  readonly content: string;
}

/** Characters of an excerpt, and of them those before what matches. */
const EXCERPT_CHARS = 300;
const BEFORE_CHARS = 100;

/** Finds where a text says what is selected, as an offset. Undefined if it does not. */
type Finder = (text: string) => number | undefined;

/**
 * Returns a function that gives the part of an item around what a selection matches in it: the text whole if it is
 * short, and its beginning if only the title matches. The function gives undefined for an item that matches in a former
 * version alone. Undefined for a selection by neither text nor identifier.
 */
export function excerptsOf({ contains, identifier }: SaidSelectors): ((item: Texts) => string | undefined) | undefined {
  const find = contains === undefined ? identifier && findIdentifier(identifier) : findText(contains);
  if (!find) return undefined;
  return ({ title = '', content }) => {
    const at = find(content) ?? (find(title) === undefined ? undefined : 0);
    return at === undefined ? undefined : excerptAround(content, at);
  };
}

/** Folds A to Z alone, as the store does, so that offsets stay. */
const foldLatin = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function findText(wanted: string): Finder {
  const folded = foldLatin(wanted);
  return (text) => {
    const at = foldLatin(text).indexOf(folded);
    return at < 0 ? undefined : at;
  };
}

/**
 * Finds where the first sentence that names the identifier does, else where a text that names it in several sentences
 * does.
 */
function findIdentifier(identifier: string): Finder | undefined {
  const naming = readIdentifiers(identifier);
  if (!naming) return undefined;
  return (text) => {
    const inWhole = naming.beginsIn(text);
    if (inWhole === undefined) return undefined;
    let from = 0;
    for (const to of sentenceEnds(text)) {
      const at = naming.beginsIn(text.slice(from, to));
      if (at !== undefined) return from + at;
      from = to;
    }
    return inWhole;
  };
}

function excerptAround(text: string, at: number): string {
  if (text.length <= EXCERPT_CHARS) return text;
  const earliest = Math.min(Math.max(0, at - BEFORE_CHARS), text.length - EXCERPT_CHARS);
  const blank = text.indexOf(' ', earliest);
  const from = earliest === 0 ? 0 : blank >= 0 && blank < at ? blank + 1 : earliest;
  const shown = cutAtWord(text.slice(from), EXCERPT_CHARS).toWellFormed();
  return `${from > 0 ? '…' : ''}${shown}${from + shown.length < text.length ? '…' : ''}`;
}
