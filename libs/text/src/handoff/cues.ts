import { mentionsRule } from '../asks.ts';
import {
  acknowledgements,
  decisions,
  doneVerbs,
  failures,
  leftovers,
  offers,
  orders,
  promises,
  requests,
  successes,
  suppositions,
} from './lexicon.en.ts';

const escapePhrase = (phrase: string): string => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "['’]");
const anyOf = (phrases: readonly string[]): string => `(?:${phrases.map(escapePhrase).join('|')})`;
const phrasePattern = (phrases: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])${anyOf(phrases)}(?![\\p{L}\\d])`, 'iu');

const ORDER = new RegExp(
  `^(?:(?:and|also|now|then|ok|okay|so|next|first|just)[, ]+)*${anyOf(orders)}(?![\\p{L}\\d])`,
  'iu',
);
const REQUEST = phrasePattern(requests);
const DECISION = phrasePattern(decisions);
const OFFER = phrasePattern(offers);
const DONE_PATTERN = new RegExp(`^(?:(?:done|ok|okay|now|also)[,:.]? +)?(?:(?:i|we)(?:['’]ve| have)? (?:also |now )?)?${anyOf(doneVerbs)}(?![\\p{L}\\d])`, 'iu'); // prettier-ignore
const FAILURE = phrasePattern(failures);
const SUCCESS = phrasePattern(successes);
const SUPPOSITION = new RegExp(`^${anyOf(suppositions)}(?![\\p{L}\\d])`, 'iu');
const PROMISE = phrasePattern(promises);
const LEFTOVER = phrasePattern(leftovers);
const ACKNOWLEDGEMENT = new RegExp(`^${anyOf(acknowledgements)}(?:[,.! ]+${anyOf(acknowledgements)})*[.! ]*$`, 'iu');
/** Slash commands and shell commands that a person typed to the client itself. */
const TYPED_COMMAND = /^(?:\/[\w:-]+|! )/;
const QUESTION = /\?["'”’)\]*]*$/;

export const isQuestion = (sentence: string): boolean => QUESTION.test(sentence);
export const isRequest = (sentence: string): boolean => ORDER.test(sentence) || REQUEST.test(sentence);
export const isDecision = (sentence: string): boolean =>
  (DECISION.test(sentence) || mentionsRule(sentence)) && !OFFER.test(sentence) && !isQuestion(sentence);
export const isDoneWork = (sentence: string): boolean => DONE_PATTERN.test(sentence) && !isQuestion(sentence);
export const isFailure = (sentence: string): boolean =>
  FAILURE.test(sentence) && !SUCCESS.test(sentence) && !SUPPOSITION.test(sentence) && !isQuestion(sentence);
export const isPromise = (sentence: string): boolean => PROMISE.test(sentence) && !isQuestion(sentence);
export const isLeftover = (sentence: string): boolean => LEFTOVER.test(sentence);
/** Whether a message asks nothing of its own: it agrees, or is a command to the client. */
export const asksNothing = (text: string): boolean =>
  TYPED_COMMAND.test(text) || (text.length <= ACKNOWLEDGEMENT_CHARS && ACKNOWLEDGEMENT.test(text));

const ACKNOWLEDGEMENT_CHARS = 80;
