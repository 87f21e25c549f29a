/** What a question wants to hear, and whose own words it asks after; and what of it a text says. English only. */

const ASKS_FOR_TIME =
  /\b(?:when|how long|since when|(?:what|which) (?:date|day|weekday|month|year|time|season|week|decade)|on what date|how (?:many|much) (?:days|weeks|months|years|time))\b/i;

const ASKS_FOR_NUMBER =
  /\b(?:how (?:many|much|old|often|far|tall|big|large|fast|high)|what (?:number|percentage|percent|amount|price|age|version)|percentage|number of|amount of)\b/i;

const SAYS_TIME =
  /\b(?:yesterday|today|tonight|tomorrow|recently|lately|just (?:got|had|finished|started|came|went|did|bought|signed|joined)|ago|(?:last|next|this|past|previous) (?:night|evening|morning|week|weekend|month|year|spring|summer|autumn|fall|winter|mon|tues?|wednes|thurs?|fri|satur|sun)\w*|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:january|february|march|april|june|july|august|september|october|november|december)|in may|(?:19|20)\d{2}|(?:a few|several|couple of|one|two|three|four|five|six|seven|eight|nine|ten|\d+) (?:hour|day|week|month|year|decade)s?|since|for (?:ages|years|months|weeks))\b/i;

const SAYS_NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|twenty|thirty|forty|fifty|hundred|thousand|million|dozen|half|once|twice|thrice|couple|several|few)\b/i;

const ASKER = /\b(?:i|i'm|i've|i'd|i'll|my|me|mine|myself)\b/i;
const ASSISTANT =
  /\byou(?:'ve| have)?(?: \w+)? (?:suggest|told|tell|recommend|mention|said|say|advise|propose|explain|list|provide|describe|gave|give|offer|point)\w*\b|\byour (?:suggestion|recommendation|advice|answer|explanation|list)s?\b/i;

/** Reading so many characters of a text is enough to know what it says. */
const READ_MAX = 4_000;

/** Whether a query wants a time: "when", "how long", "which day". */
export const asksForTime = (query: string): boolean => ASKS_FOR_TIME.test(query);

/** Whether a query wants a number: "how many", "how old", "what percentage". */
export const asksForNumber = (query: string): boolean => ASKS_FOR_NUMBER.test(query);

/** Whether a text has a word of time: a date, a weekday, "yesterday", "two weeks ago". */
export const saysTime = (text: string): boolean => SAYS_TIME.test(text.slice(0, READ_MAX));

/** Whether a text has a number, in digits or as a word. */
export const saysNumber = (text: string): boolean => SAYS_NUMBER.test(text.slice(0, READ_MAX));

/** Whose own words a query asks after: the asker's ("my budget"), or the assistant's ("what did you suggest"). */
export function voiceOf(query: string): 'asker' | 'assistant' | null {
  const straight = query.replace(/\u2019/g, "'");
  if (ASSISTANT.test(straight)) return 'assistant';
  return ASKER.test(straight) ? 'asker' : null;
}
