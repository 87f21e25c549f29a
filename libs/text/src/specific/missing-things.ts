import { isStopWord } from '../languages/stop-words.ts';
import { wordsOf, type Word } from '../names.ts';
import { missingMembers } from './missing-members.ts';
import { isProperNoun, marksNamesByCapitals } from './specific-names.ts';
import { isSpelledIn } from './spelled-in.ts';
import { nounsOfNamedThings, ordinaryQualifiers, questionOpeners } from './words.ts';

/**
 * Things that a question names and that its texts do not have, although they have their like, so that they are about another
 * thing: another year or day of an event, another number or letter of a room or an experiment, another cluster, and the
 * telephone number of somebody of whom they have only other things. Unlike ordinary words, nothing else means the same, so
 * that this holds for messages, too. `times`, in ms, are when the texts were said.
 */
export const missingThings = (question: string, texts: readonly string[], times: readonly number[]): string[] => [
  ...missingMembers(question, texts, times),
  ...missingNames(question, texts),
  ...missingContacts(question, texts),
];

/** The name of a cluster, a site or the like, right before the noun. */
interface NamedThing {
  readonly name: string;
  readonly noun: string;
}

/**
 * Names of clusters, sites and the like that no text has in any spelling, while a text about another one, by its name, tells
 * more of what is asked than the texts about none, which may call it otherwise: "our brokers" is the Kafka cluster.
 */
function missingNames(question: string, texts: readonly string[]): string[] {
  const words = wordsOf(question);
  const named = ASKS_FOR_NAME.test(question) ? [] : namedThingsIn(question, words);
  if (named.length === 0) return [];
  const read = texts.map((text) => ({ text, words: wordsOf(text), isIn: isSpelledIn(text) }));
  const isMissing = ({ name, noun }: NamedThing): boolean => {
    if (read.some(({ isIn }) => isIn(name))) return false;
    const others = words.map(({ folded }) => folded).filter((word) => isTelling(word, [name.toLowerCase(), noun]));
    const most = { other: -1, open: -1 };
    for (const one of read) {
      const kind = namesAnother(one.text, one.words, noun) ? 'other' : 'open';
      const share = others.filter((word) => one.words.some(({ folded }) => folded === word)).length;
      most[kind] = Math.max(most[kind], share);
    }
    return most.other > most.open;
  };
  return named.filter(isMissing).map(({ name }) => name);
}

const ASKS_FOR_NAME = /(?<!\p{L})(?:called|named?)(?!\p{L})/iu;
/** Words before a product, of which there may be several clusters: "Which Postgres cluster". */
const CLASS = /^(?:an?|any|each|every|no|which|what)$/;

function namedThingsIn(question: string, words: readonly Word[]): NamedThing[] {
  if (!marksNamesByCapitals(words)) return [];
  return words.flatMap((word, at) => {
    const noun = words[at + 1];
    if (!noun || noun.isCapitalised || !nounsOfNamedThings.has(noun.folded) || !isProperNoun(word)) return [];
    const isAdjacent = /^\s$/.test(question.slice(word.to, noun.from));
    return isAdjacent && !CLASS.test(words[at - 1]?.folded ?? '') ? [{ name: word.bare, noun: noun.folded }] : [];
  });
}

const isTelling = (word: string, own: readonly string[]): boolean =>
  word.length > 2 && !isStopWord(word) && !questionOpeners.has(word) && !own.includes(word);

/** Whether a text names a thing of this noun: "the Perth cluster", "the cluster in Perth". */
const namesAnother = (text: string, words: readonly Word[], noun: string): boolean =>
  words.some((word, at) => {
    if (word.folded !== noun) return false;
    const [before, link, after] = [words[at - 1], words[at + 1], words[at + 2]];
    if (before && /^\s$/.test(text.slice(before.to, word.from)) && isNameBefore(before)) return true;
    return link !== undefined && after !== undefined && /^(?:at|in|of)$/.test(link.folded) && isProperNoun(after);
  });

/** A nation may stand for a city of it: "the German office" is in Berlin. */
const NATION = /(?:ish|ese|ian|ean|can)$|^(?:czech|dutch|french|german|greek|swiss|thai)$/;
const DESCRIBING = /^(?:head|home|post|primary|secondary|first|second|third)$/;
const isNameBefore = (word: Word): boolean =>
  /^\p{Lu}\p{Ll}/u.test(word.bare) &&
  !isStopWord(word.folded) &&
  !ordinaryQualifiers.has(word.folded) &&
  !NATION.test(word.folded) &&
  !DESCRIBING.test(word.folded);

/** Contacts whose texts have one form in all languages. */
const contacts = [
  {
    phrase: String.raw`(?:(?:tele)?phone|mobile|cell)(?:\sphone)?\snumber`,
    form: /(?<![\p{L}\p{N}-])\d(?:[\s()./-]{0,3}\d){5}|(?<!\p{L})(?:call|dial|ext(?:ension)?|number|phone|ring|tel)[\s.:]{1,3}\d{2}/iu,
  },
  { phrase: String.raw`e-?mail\saddress`, form: /[^\s@]@[^\s@]|[([]at[)\]]/i },
].map(({ phrase, form }) => ({
  named: new RegExp(String.raw`(?<!\p{L})${phrase}(?!\p{L})`, 'iu'),
  asked: asksForContact(phrase),
  form,
}));

/** Matches a question for a contact of somebody, "What is Ida's PHRASE?", "PHRASE of Ida", and no other question about it. */
function asksForContact(phrase: string): RegExp {
  const opening = String.raw`(?:what(?:['\u2019]?s|\s(?:is|was))\s|(?:give|send|tell)\sme\s|do\s(?:we|you)\shave\s)?`;
  const owner = String.raw`(?!(?:${[...questionOpeners].join('|')}|an?)\s)(?:[\p{L}\p{N}'\u2019.-]+\s){1,4}`;
  const named = String.raw`(?:the\s)?(${phrase})\s(?:of|for)\s\S.*`;
  return new RegExp(String.raw`^${opening}(?:(?!the\s${phrase})${owner}(${phrase})|${named})[\s?.!]*$`, 'iu');
}

/** Telephone numbers and addresses of mail that a question asks for, and that no text has or mentions. */
const missingContacts = (question: string, texts: readonly string[]): string[] =>
  contacts.flatMap(({ asked, named, form }) => {
    const match = asked.exec(question.trim());
    const isTold = texts.some((text) => form.test(text) || named.test(text));
    return match === null || isTold ? [] : [(match[1] ?? match[2])!];
  });
