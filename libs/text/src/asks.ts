import { callsIn, isNoPersonName } from './calls.ts';
import { nameKey } from './names.ts';

/**
 * Detects the kind of answer that a question wants, the speaker whose words it asks for, and texts that contain such answers. English
 * only.
 */

const QUESTION_WORDS = ['what', 'why', 'how', 'when', 'where', 'who', 'whom', 'whose', 'which'];

/**
 * Matches a query whose first question word is one of `wanted`. Later question words are ignored, since they join
 * clauses: "what did they say when we left".
 */
function patternOfFirstQuestionWord(...wanted: readonly string[]): RegExp {
  const others = QUESTION_WORDS.filter((word) => !wanted.includes(word));
  return new RegExp(String.raw`^(?:(?!\b(?:${others.join('|')})\b).)*\b(?:${wanted.join('|')})\b`, 'is');
}

const ASKS_FOR_TIME = [
  patternOfFirstQuestionWord('when'),
  /\b(?:how long|since when|(?:what|which) (?:date|day|weekday|month|year|time|season|week|decade)|on what date|how (?:many|much) (?:days|weeks|months|years|time))\b/i,
];

const ASKS_FOR_NUMBER =
  /\b(?:how (?:many|much|old|often|far|tall|big|large|fast|high)|what (?:number|percentage|percent|amount|price|age|version)|percentage|number of|amount of)\b/i;

const NAMED_THINGS = `artist author band beach book brand building client company competitor country customer database engineer film
  framework game hotel island library manager movie museum novel owner park person place product restaurant reviewer school
  service show singer song state street supplier team tool town university vendor village`;

const ASKS_FOR_NAME = [
  patternOfFirstQuestionWord('who', 'whom', 'whose', 'where', 'which'),
  /\b(?:names?|named|called)\b/i,
  // "What city", "what video games"; not "what did the team" and not "what kind of tool".
  new RegExp(
    String.raw`\bwhat (?:(?!kind|type|sort|the|an?|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\w+ ){0,2}(?:cit(?:y|ies)|countries|(?:${NAMED_THINGS.replace(/\s+/g, '|')})s?)\b`,
    'i',
  ),
];

const ASKS_FOR_PERSON =
  /(?:^|[,;:.] (?:and |so |but )?)\s*(?:(?:and|so|hey|hi|please),? )?(?:(?:to|by|from|with|for|at|on) )?who(?:m|se|['\u2019]s)?\b/iu;
/** A question about a past act. Its answer is an event and not a person's job. */
const ASKS_WHO_ACTED =
  /\bwho (?:\p{L}+ly |else |all |of \p{L}+ )?(?:did|was|were|had|said|told|wrote|made|took|gave|came|went|got|won|broke|built|bought|sent|saw|chose|left|lost|met|paid|put|ran|sold|spoke|thought|\p{L}{2,}ed)\b/iu;

const MENTIONS_TIME =
  /\b(?:yesterday|today|tonight|tomorrow|recently|lately|just (?:got|had|finished|started|came|went|did|bought|signed|joined)|ago|(?:last|next|this|past|previous) (?:night|evening|morning|week|weekend|month|year|spring|summer|autumn|fall|winter|mon|tues?|wednes|thurs?|fri|satur|sun)\w*|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:january|february|march|april|june|july|august|september|october|november|december)|in may|(?:19|20)\d{2}|(?:a few|several|couple of|one|two|three|four|five|six|seven|eight|nine|ten|\d+) (?:hour|day|week|month|year|decade)s?|since|for (?:ages|years|months|weeks))\b/i;

const MENTIONS_NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|twenty|thirty|forty|fifty|hundred|thousand|million|dozen|half|once|twice|thrice|couple|several|few)\b/i;

/** A word with a capital that is not the first word of its sentence. */
const NAME_INSIDE = /(?<=[\p{L}\p{N},;:)"'\u201d\u2019-] ["'(\u201c]?)\p{Lu}[\p{L}\p{N}'\u2019-]+/gu;

/** Patterns of rules for the future. "I always do" describes the speaker and is not a rule. */
const MENTIONS_RULE = [
  /(?:^|[.!?;:,]\s+|\b(?:please|so|and|but|just)\s+)(?:always|never|don['\u2019]t ever|do not ever)\s+\p{L}+/iu,
  /\b(?:from now on|going forward|in (?:the )?future,)/i,
  /\b(?:whenever|every time|any ?time|each time) (?:i|we|you)\b/i,
  /\b(?:i|we)(?:['\u2019]ve| have)? (?:chosen|chose|decided|opted) (?:to|not to|on|against|for)\b/i,
  /\bi(?:['\u2019]d)? (?:\w+ )?prefer\b|\bi(?:['\u2019]d| would) rather\b|\bmy preference\b/i,
];

const FIRST_PERSON_WORD = /\b(?:i|i'm|i've|i'd|i'll|my|me|mine|myself)\b/i;
const ASSISTANT_WORDS =
  /\byou(?:'ve| have)?(?: \w+)? (?:suggest|told|tell|recommend|mention|said|say|advise|propose|explain|list|provide|describe|gave|give|offer|point)\w*\b|\byour (?:suggestion|recommendation|advice|answer|explanation|list)s?\b/i;

/** Characters of a text that are searched for these patterns. */
const READ_CHARS_MAX = 4_000;

/** Whether a query wants a time: "when", "how long", "which day". */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));
/** Words of a question that names no topic. */
const TOPICLESS_WORDS = words(`
  a about again all am an and any anything are been can could do does ever everything exists far for from give got had has have here i in
  is it know known let list me memories memory mine my note noted notes now of on our overview please recall recorded remember saved say
  should show so some still store stored summarise summarize summary tell that the there thing things this to us we what whatever which
  will would you your who people person persons everyone everybody team members discussed talked mentioned met fact facts learn learned learnt kept hold overall`);
/** Words of which such a question has at least one. */
const STORE_WORDS = words(`
  know known remember recall memory memories stored saved everything anything list overview summarise summarize summary facts notes
  learned learnt noted recorded kept people persons everyone everybody team members`);

/**
 * Whether a question asks what is known at all, or of people in general, without a topic: "What do you remember?", "Tell
 * me everything you know about me", "Tell me about people".
 */
export function asksForAll(query: string): boolean {
  const asked = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return (
    asked.length <= TOPICLESS_WORDS_MAX &&
    asked.every((word) => TOPICLESS_WORDS.has(word) || word === 's') &&
    asked.some((word) => STORE_WORDS.has(word))
  );
}

const TOPICLESS_WORDS_MAX = 20;

export const asksForTime = (query: string): boolean => matchesAny(ASKS_FOR_TIME, query);

/** Whether a query wants a number: "how many", "how old", "what percentage". */
export const asksForNumber = (query: string): boolean => ASKS_FOR_NUMBER.test(query);

/** Whether a query wants a name: "who", "where", "which team", "what is it called". */
export const asksForName = (query: string): boolean => matchesAny(ASKS_FOR_NAME, query);

/**
 * Whether a query wants a person by what the person is or does ("who looks after berth"), not by what the person did or
 * said.
 */
export const asksForPerson = (query: string): boolean => ASKS_FOR_PERSON.test(query) && !ASKS_WHO_ACTED.test(query);

const matchesAny = (patterns: readonly RegExp[], text: string): boolean =>
  patterns.some((pattern) => pattern.test(text));

/** Whether a text has a word of time: a date, a weekday, "yesterday", "two weeks ago". */
export const mentionsTime = (text: string): boolean => MENTIONS_TIME.test(text.slice(0, READ_CHARS_MAX));

/** Whether a text has a number, in digits or as a word. */
export const mentionsNumber = (text: string): boolean => MENTIONS_NUMBER.test(text.slice(0, READ_CHARS_MAX));

/** Whether a text names a person or a thing, apart from the people whom it addresses. */
export function mentionsName(text: string): boolean {
  const read = text.slice(0, READ_CHARS_MAX);
  const named = Array.from(read.matchAll(NAME_INSIDE), ([word]) => nameKey(word)).filter((key) => !isNoPersonName(key));
  if (named.length === 0) return false;
  const spokenTo = new Set(callsIn(read).map(({ name }) => nameKey(name)));
  return named.some((key) => !spokenTo.has(key));
}

/** Whether a text sets something for the future: a rule ("always", "from now on", "whenever I ask"), a choice, or a preference. */
export const mentionsRule = (text: string): boolean => matchesAny(MENTIONS_RULE, text.slice(0, READ_CHARS_MAX));

/** Finds the speaker whose own words a query asks for: the user, who asks ("my budget"), or the assistant ("what did you suggest"). */
export function askedRoleOf(query: string): 'user' | 'assistant' | null {
  const straight = query.replace(/\u2019/g, "'");
  if (ASSISTANT_WORDS.test(straight)) return 'assistant';
  return FIRST_PERSON_WORD.test(straight) ? 'user' : null;
}
