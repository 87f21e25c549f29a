import { isStopWord } from '../languages/stop-words.ts';
import { wordsOf, type Word } from '../names.ts';
import { dateOf, numberOf } from '../pairs/word-lists.ts';
import { boundWords, questionOpeners, rankWords } from './words.ts';

/** One of several things with one name: the noun `pier` with 6, the month `june` with 22, or a year without a noun. */
interface Member {
  readonly text: string;
  readonly group: string;
  readonly value: string;
  /** The index of its first word. */
  readonly at: number;
}

const YEAR = /^(?:19|20)\d{2}$/;
const DAY = /^(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/;
/** A number with at most a letter, as of a room, a pier or an experiment. */
const NUMBER = /^\d{1,4}\p{L}?$/u;

function membersIn(words: readonly Word[]): Member[] {
  return words.flatMap((word, at): Member[] => {
    const value = word.folded;
    if (YEAR.test(value)) return [{ text: word.bare, group: 'year', value, at }];
    const [before, after] = [words[at - 1], words[at + 1]];
    const month = DAY.test(value) && [before, after].find((one) => one !== undefined && isMonth(one));
    if (month) {
      const day = String(Number.parseInt(value, 10));
      return [
        { text: `${word.bare} ${month.bare}`, group: monthOf(month)!, value: day, at: month === before ? at - 1 : at },
      ];
    }
    if (!before || !NUMBER.test(value) || !isNoun(before) || isCounted(after)) return [];
    return [{ text: `${before.bare} ${word.bare}`, group: before.folded, value: valueOf(value), at: at - 1 }];
  });
}

const monthOf = ({ folded }: Word): string | undefined => dateOf(folded, true);
const isMonth = (word: Word): boolean => word.isCapitalised && monthOf(word) !== undefined;
const isNoun = ({ folded, hasCase }: Word): boolean =>
  hasCase &&
  !/\d/.test(folded) &&
  folded.length > 2 &&
  !isStopWord(folded) &&
  !questionOpeners.has(folded) &&
  !rankWords.has(folded);
/** A word that the number before it counts: "30 days". */
const isCounted = (word: Word | undefined): boolean =>
  word !== undefined && !word.isCapitalised && word.folded.endsWith('s') && !questionOpeners.has(word.folded);

const ORDINALS = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
/** The digits of a number, an ordinal or a word for either; another word is returned as it is. */
function valueOf(folded: string): string {
  const at = ORDINALS.indexOf(folded);
  if (at >= 0) return String(at);
  return (numberOf(folded) ?? folded).replace(/^0+(?=\d)/, '').replace(/^(\d+)(?:st|nd|rd|th)$/, '$1');
}

/** A text that a question about members of groups was answered with. */
interface ReadText {
  readonly text: string;
  readonly words: readonly Word[];
  readonly folded: ReadonlySet<string>;
  readonly members: readonly Member[];
}

function readText(text: string): ReadText {
  const words = wordsOf(text);
  return { text, words, folded: new Set(words.map(({ folded }) => folded)), members: membersIn(words) };
}

/**
 * Members of groups of which no text is, while a text about another member tells more of what is asked than any text
 * without a member, which may be about the asked one. A question for yes or no, or about a bound ("by 2025"), is answered
 * by a text about another member. `times`, in ms, are when the texts were said: a text of the asked day needs not name it.
 */
export function missingMembers(question: string, texts: readonly string[], times: readonly number[]): string[] {
  const words = wordsOf(question);
  const members = membersIn(words);
  const asked = members.filter((member) => !isBound(member, words));
  if (asked.length === 0 || isForYesOrNo(words)) return [];
  const read = texts.map(readText);
  const isMissing = (member: Member): boolean => {
    const isAlone = members.filter(({ group }) => group === member.group).length === 1;
    const isPremise = !/,\s*$/.test(question.slice(0, words[member.at]!.from)) && !isSearchedDate(member, words);
    if (!isAlone || !isPremise || isSaidThen(member, times)) return false;
    return isToldOfAnother(member, words, read);
  };
  return asked.filter(isMissing).map(({ text }) => text);
}

/** Whether a text may be of a noun with a number, "Chapter 4": "the fourth chapter", "Node 18 or newer". */
export function isNumberedIn(text: string): (name: string) => boolean {
  const read = readText(text);
  return (name) => {
    const [member] = membersIn(wordsOf(name));
    if (!member) return false;
    const isOfNoun = read.words.some((word) => isOfGroup(word, member.group));
    return names(read, member) || (isOfNoun && COMPARISON.test(text));
  };
}

/** Whether a question is answered by yes or no. */
export const isForYesOrNo = ([first]: readonly Word[]): boolean =>
  first !== undefined &&
  /^(?:am|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|shall|may|might|must)(?:n['\u2019]?t)?$/.test(
    first.folded,
  );

const isBound = ({ at }: Member, words: readonly Word[]): boolean => {
  const before = words[at - 1]?.folded === 'the' ? words[at - 2] : words[at - 1];
  return before !== undefined && boundWords.has(before.folded);
};

const isDate = ({ group }: Member): boolean => group === 'year' || dateOf(group, true) !== undefined;
/** Whether a question asks when something was and supposes a date: "When did we move in 2021?". Another date answers it. */
const isSearchedDate = (member: Member, words: readonly Word[]): boolean =>
  isDate(member) && words[0]!.folded === 'when' && /^(?:in|on|during)$/.test(words[member.at - 1]?.folded ?? '');

const HALF_DAY_MS = 12 * 3_600_000;
/** Whether a text was said on the day or in the year, in some time zone. */
const isSaidThen = ({ group, value }: Member, times: readonly number[]): boolean =>
  times.some((time) =>
    [time - HALF_DAY_MS, time, time + HALF_DAY_MS].some((near) => {
      const said = new Date(near);
      if (group === 'year') return String(said.getUTCFullYear()) === value;
      return said.getUTCMonth() === monthIndexOf(group) && String(said.getUTCDate()) === value;
    }),
  );

/** 0 to 11; NaN for what is no English month. */
const monthIndexOf = (group: string): number => new Date(`1 ${group} 2000`).getMonth();

function isToldOfAnother(member: Member, question: readonly Word[], texts: readonly ReadText[]): boolean {
  const own = new Set(wordsOf(member.text).map(({ folded }) => folded));
  const others = question.map(({ folded }) => folded).filter((word) => isTelling(word) && !own.has(word));
  const isNamed = texts.some((text) => names(text, member));
  const most = { other: -1, open: -1 };
  for (const text of texts) {
    const kind = isOfAnother(text, member) ? 'other' : 'open';
    most[kind] = Math.max(most[kind], others.filter((word) => text.folded.has(word)).length);
  }
  if (isNamed && !texts.some((text) => saysTheSameOfAnother(text, member, question))) return false;
  const least = isDate(member) || isNamed || question[0]!.folded === 'why' ? 1 : 0;
  return most.other >= least && most.other > most.open;
}

const isTelling = (word: string): boolean => word.length > 2 && !isStopWord(word) && !questionOpeners.has(word);

const COMPARISON =
  /(?<!\p{L})(?:newer|older|upwards?|onwards?|at (?:least|most)|(?:or|and) (?:more|less|later|earlier|higher|lower|above|below|up))(?!\p{L})/iu;
const RELATIVE_DATE =
  /(?<!\p{L})(?:today|tomorrow|yesterday|tonight|(?:this|next|last|previous|coming|same) (?:year|month|week|day))(?!\p{L})/iu;

/** Whether a text is of other members of the group, and of those alone. */
function isOfAnother(read: ReadText, member: Member): boolean {
  const { text, words, members } = read;
  const same = members.filter(({ group }) => group === member.group);
  if (same.length === 0 || same.every((one) => isBound(one, words)) || names(read, member)) return false;
  return !COMPARISON.test(text) && !(isDate(member) && RELATIVE_DATE.test(text));
}

/** Whether a text is of each member, "all rooms", or of the present one, "this sprint". */
const isOfEach = (words: readonly Word[], { group }: Member): boolean =>
  words.some(
    ({ folded }, at) => /^(?:all|any|both|current|each|every|this)$/.test(folded) && isOfGroup(words[at + 1], group),
  );

const isOfGroup = (word: Word | undefined, group: string): boolean =>
  word !== undefined && (word.folded === group || word.folded === `${group}s`);

/** Words between a noun and its number, at most: "chapters 3, 4 and 5". */
const WORDS_BETWEEN_MAX = 4;

/** Whether a text has a member in any form: "the second day", "steps 1 to 3", "2031-06-22", "FY24". */
function names({ text, words, members }: ReadText, member: Member): boolean {
  const { group, value } = member;
  if (members.some((one) => one.group === group && one.value === value)) return true;
  if (isInRange(text, value) || isOfEach(words, member)) return true;
  if (/^(?:release|version)$/.test(group) && words.some(({ folded }) => folded === `v${value}`)) return true;
  if (group === 'year') return isYearIn(text, value);
  if (isDate(member)) return isDayIn(text, member) || words.some(({ folded }) => isOrdinalOf(folded, value));
  return words.some(
    (word, at) =>
      isOfGroup(word, group) &&
      words
        .slice(Math.max(0, at - WORDS_BETWEEN_MAX), at + 1 + WORDS_BETWEEN_MAX)
        .some(({ folded }) => valueOf(folded) === value),
  );
}

/** Numbers inside an identifier, as of a channel, are no range. */
const RANGE =
  /(?<![\p{L}\p{N}-])(\d{1,4})\s?(?:[-\u2013\u2014]|to|through|till|until)\s?(\d{1,4})(?![\p{L}\p{N}]|-\d)/giu;
const isInRange = (text: string, value: string): boolean =>
  Array.from(text.matchAll(RANGE)).some(([, from, to]) => Number(from) <= Number(value) && Number(value) <= Number(to));

const isYearIn = (text: string, year: string): boolean =>
  text.includes(year) ||
  new RegExp(`(?:['\u2019]|(?<!\\p{L})FY\\s?)${year.slice(2)}(?!\\d)`, 'iu').test(text) ||
  /(?<!\p{L})(?:this|next|last|previous|coming|same) year(?!\p{L})/iu.test(text);

const isOrdinalOf = (folded: string, value: string): boolean =>
  /^\d+\p{L}+$/u.test(folded) && valueOf(folded) === value;

function isDayIn(text: string, { group, value }: Member): boolean {
  const month = monthIndexOf(group) + 1;
  return new RegExp(`(?<!\\d)(?:0?${month}[./-]0?${value}|0?${value}[./-]0?${month})(?!\\d)`).test(text);
}

/**
 * Whether a text has the words before a member in the question, with another member: "the scaffold at Pier 6" in
 * "Scaffold at Pier 4: 18 metres", so that a text that only names Pier 6 tells something else.
 */
function saysTheSameOfAnother({ words, members }: ReadText, member: Member, question: readonly Word[]): boolean {
  const { group, value, at } = member;
  const [article, noun, link] = question.slice(Math.max(0, at - 3), at);
  if (
    link === undefined ||
    isDate(member) ||
    article!.folded !== 'the' ||
    !isTelling(noun!.folded) ||
    !isStopWord(link.folded)
  )
    return false;
  return members.some(
    (one) =>
      one.group === group &&
      one.value !== value &&
      words[one.at - 1]?.folded === link.folded &&
      words[one.at - 2]?.folded === noun!.folded,
  );
}
