import { prepositions, wideWords } from './vocabulary.ts';
import type { Token } from './tokens.ts';

/** Common finite verbs, which show that words form a clause. */
const FINITE_VERB =
  /^(?:is|are|was|were|be|has|have|must|should|can|may|will|does|do|pinned|open|pin|check|(?:run|use|need|require|support|stay|stand|get|listen|take|cost|expect|target|build|mean|ship|work|report|hold|keep|reject|accept|allow|apply|arrive|become|begin|belong|bring|buy|carry|choose|come|contain|create|decide|deliver|depend|describe|exceed|expire|follow|forbid|give|happen|include|leave|let|live|lose|make|meet|occur|own|prefer|prevent|provide|receive|refuse|remain|send|serve|sit|speak|tell|throw|want)s?|go|goes)$/;
export const isFinite = ({ text }: Token): boolean => FINITE_VERB.test(text);

const ARTICLE = /^(?:the|an?|our|their|your)$/;
export const isArticle = ({ text }: Pick<Token, 'text'>): boolean => ARTICLE.test(text);

const FORMS_OF_BE = /^(?:is|are|was|were|be|been|being)$/;
const BEFORE_VERB =
  /^(?:can|may|might|must|shall|should|will|would|could|do|does|did|not|never|always|please|we|they|you|i|it|he|she|who|get|gets|got|leave)$/;
export const isBeforeVerb = ({ text }: Token): boolean => BEFORE_VERB.test(text) || FORMS_OF_BE.test(text);

const PARTICIPLE =
  /^(?:..+[^e]ed|written|kept|sent|taken|given|held|led|built|made|drawn|thrown|shut|gone|done|seen|paid|sold|bought|met|found|left|lost|told|chosen|driven)$/;
const ADVERB = /^.{3,}ly$/;
const OF_MANY_OR_ONE = /[^s]s$/;
const AFTER_VERB =
  /^(?:the|an?|no|our|their|your|its|every|each|all|any|more|up|out|off|in|on|at|to|by|with|from|for|as|after|before|per|over|within|and|only|them|it|him|her|us|me|,)$/;

/** Whether a token is a verb or an adverb, by its form and its neighbours. Such a word does not identify a thing. */
export function isVerbAt(tokens: readonly Token[], at: number): boolean {
  const { text, isName } = tokens[at]!;
  if (isName) return false;
  if (PARTICIPLE.test(text) || ADVERB.test(text)) return true;
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  if (OF_MANY_OR_ONE.test(text)) return isNounLike(before) && isObject(next);
  if (before === undefined) return mayFollowVerb(next) && !text.endsWith('day');
  if (isBeforeVerb(before)) return !FORMS_OF_BE.test(before.text) || text.endsWith('ing');
  return OF_MANY_OR_ONE.test(before.text) && isNounLike(before) && mayFollowVerb(next);
}

const isObject = (next: Token | undefined): boolean =>
  next?.kind === 'number' || (next !== undefined && AFTER_VERB.test(next.text));
const mayFollowVerb = (next: Token | undefined): boolean => next === undefined || isObject(next);

const isNounLike = (token: Token | undefined): boolean =>
  token?.kind === 'word' &&
  !wideWords.has(token.text) &&
  !isBeforeVerb(token) &&
  !prepositions.has(token.text) &&
  !isArticle(token);
