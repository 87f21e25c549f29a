import { isStopWord } from '../languages/stop-words.ts';
import { wordsOf, type Word } from '../names.ts';
import { dateOf } from '../pairs/word-lists.ts';
import { isProperNoun, marksNamesByCapitals } from './specific-names.ts';
import { isSpelledIn } from './spelled-in.ts';
import { nounsOfNamedThings, questionOpeners } from './words.ts';

/**
 * Things that a question names and that its texts do not have, although they have their like, so that they are about another
 * thing: another year or day of an event, another number or letter of a room or an experiment, a cluster that nothing names,
 * and the telephone number of somebody of whom they have only other things. Unlike ordinary words, nothing else means the
 * same, so that this holds for messages, too.
 */
export function missingThings(question: string, texts: readonly string[]): string[] {
  const words = wordsOf(question);
  return [
    ...missingMembers(words, texts),
    ...missingNames(question, words, texts),
    ...missingContacts(question, texts),
  ];
}

/** One of several things with one name: the noun `pier` with 6, the month `june` with 22, or a year without a noun. */
interface Member {
  readonly text: string;
  readonly group: string;
  readonly value: string;
}

const YEAR = /^(?:19|20)\d{2}$/;
const DAY = /^(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/;
/** A number with at most a letter, as of a room, a pier or an experiment. */
const NUMBER = /^\d{1,4}\p{L}?$/u;

function membersIn(words: readonly Word[]): Member[] {
  return words.flatMap((word, at): Member[] => {
    const value = word.folded;
    if (YEAR.test(value)) return [{ text: word.bare, group: 'year', value }];
    const [before, after] = [words[at - 1], words[at + 1]];
    const month = DAY.test(value) && [before, after].find((one) => one !== undefined && isMonth(one));
    if (month)
      return [
        { text: `${word.bare} ${month.bare}`, group: monthOf(month)!, value: String(Number.parseInt(value, 10)) },
      ];
    if (!before || !NUMBER.test(value) || !isNoun(before) || isCounted(after)) return [];
    return [{ text: `${before.bare} ${word.bare}`, group: before.folded, value: value.replace(/^0+(?=\d)/, '') }];
  });
}

const monthOf = ({ folded }: Word): string | undefined => dateOf(folded, true);
const isMonth = (word: Word): boolean => word.isCapitalised && monthOf(word) !== undefined;
const isNoun = ({ folded, hasCase }: Word): boolean =>
  hasCase && !/\d/.test(folded) && folded.length > 2 && !isStopWord(folded) && !questionOpeners.has(folded);
/** A word that the number before it counts: "30 days". */
const isCounted = (word: Word | undefined): boolean =>
  word !== undefined && !word.isCapitalised && word.folded.endsWith('s') && !questionOpeners.has(word.folded);

/**
 * Members of groups that no text has which tells as much of what is asked as a text about another member. A text without any
 * member of the group may be about the asked one, so that it must tell less, too.
 */
function missingMembers(question: readonly Word[], texts: readonly string[]): string[] {
  const asked = membersIn(question);
  if (asked.length === 0) return [];
  const known = texts.map((text) => {
    const words = wordsOf(text);
    return { members: membersIn(words), words: new Set(words.map(({ folded }) => folded)) };
  });
  return asked.flatMap(({ text, group, value }) => {
    const own = new Set(wordsIn(text));
    const others = question.map(({ folded }) => folded).filter((word) => isTelling(word) && !own.has(word));
    const told = known.map(({ members, words }) => {
      const values = members.filter((member) => member.group === group).map((member) => member.value);
      const share = others.filter((word) => words.has(word)).length;
      return { share, isOther: values.length > 0 && !values.includes(value), isNamed: values.includes(value) };
    });
    const shareOf = (some: readonly { readonly share: number }[]) => Math.max(-1, ...some.map(({ share }) => share));
    const other = shareOf(told.filter(({ isOther }) => isOther));
    const isDate = group === 'year' || dateOf(group, true) !== undefined;
    const least = isDate || told.some(({ isNamed }) => isNamed) ? 1 : 0;
    return other >= least && other > shareOf(told.filter(({ isOther }) => !isOther)) ? [text] : [];
  });
}

const wordsIn = (text: string): string[] => wordsOf(text).map(({ folded }) => folded);
const isTelling = (word: string): boolean => word.length > 2 && !isStopWord(word) && !questionOpeners.has(word);

/** Names of clusters, sites, contracts and the like, which nothing else names, that no text has in any spelling. */
function missingNames(question: string, words: readonly Word[], texts: readonly string[]): string[] {
  if (!marksNamesByCapitals(words)) return [];
  const named = words.filter((word, at) => {
    const next = words[at + 1];
    const isBefore = next !== undefined && /^\s$/.test(question.slice(word.to, next.from));
    return isBefore && isProperNoun(word) && !next.isCapitalised && nounsOfNamedThings.has(next.folded);
  });
  if (named.length === 0) return [];
  const spelled = texts.map(isSpelledIn);
  return named.map(({ bare }) => bare).filter((name) => !spelled.some((isIn) => isIn(name)));
}

/** Contacts whose texts have one form in all languages. */
const contacts = [
  {
    asked: /(?<!\p{L})(?:(?:tele)?phone|mobile|cell)(?:\sphone)?\snumber(?!\p{L})/iu,
    form: /\d(?:[\s()./-]{0,3}\d){5}/,
  },
  { asked: /(?<!\p{L})e-?mail\saddress(?!\p{L})/iu, form: /[^\s@]@[^\s@]/ },
] as const;

/** Telephone numbers and addresses of mail that a question asks for, and that no text has. */
const missingContacts = (question: string, texts: readonly string[]): string[] =>
  contacts.flatMap(({ asked, form }) => {
    const [named] = asked.exec(question) ?? [];
    return named === undefined || texts.some((text) => form.test(text)) ? [] : [named];
  });
