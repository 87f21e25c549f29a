import { numberOf } from '../word-lists.ts';
import type { Token } from './tokens.ts';
import { marksByFirstWord, prepositions, valueByTens, wideWords, type Mark } from './vocabulary.ts';
import { isArticle, isBeforeVerb, isFinite } from './word-forms.ts';

/** Consecutive tokens with a mark, such as a negation or a permission; `to` is exclusive. */
export interface MarkedSpan {
  readonly mark: Mark;
  readonly from: number;
  readonly to: number;
}

/** Finds the marks of a clause. Of several phrases that begin at one word, the longest counts. */
export function marksIn(tokens: readonly Token[]): MarkedSpan[] {
  const found: MarkedSpan[] = [];
  for (let at = 0; at < tokens.length;) {
    const here = marksAt(tokens, at);
    found.push(...here);
    at = Math.max(at + 1, ...here.map(({ to }) => to));
  }
  return found;
}

function marksAt(tokens: readonly Token[], at: number): MarkedSpan[] {
  const compared = comparisonAt(tokens, at);
  if (compared) return [compared];
  const entries = tokens[at]!.isPart ? [] : (marksByFirstWord.get(tokens[at]!.text) ?? []);
  const said = entries.filter(
    ({ rest, mark }) =>
      rest.every((word, ahead) => tokens[at + 1 + ahead]?.text === word) &&
      !(rest.length === 0 && isOtherwiseMeant(tokens, at, mark)),
  );
  const longest = said.filter(({ rest }) => rest.length === said[0]!.rest.length);
  if (longest.length > 0) return longest.map(({ rest, mark }) => ({ mark, from: at, to: at + 1 + rest.length }));
  const state = isExclusion(tokens, at) ? 'not' : stateAt(tokens, at);
  return state ? [{ mark: state, from: at, to: at + 1 }] : [];
}

const LESS_COMPARATIVE = /^(?:few|low|small|short|young|light)er$/;

/** Reads a comparison as a minimum or maximum: "not heavier than", "must not be longer than", "older than". */
function comparisonAt(tokens: readonly Token[], at: number): MarkedSpan | undefined {
  const isNot = /^(?:not?)$/.test(tokens[at]!.text);
  const from = isNot ? at + (tokens[at + 1]?.text === 'be' ? 2 : 1) : at;
  const isCompared =
    /..er$/.test(tokens[from]?.text ?? '') &&
    tokens[from + 1]?.text === 'than' &&
    tokens.slice(from + 2, from + 4).some(mayBeNumber);
  const isBelow = LESS_COMPARATIVE.test(tokens[from]?.text ?? '');
  return isCompared ? { mark: isNot === isBelow ? 'min' : 'max', from: at, to: from + 2 } : undefined;
}

const isOtherwiseMeant = (tokens: readonly Token[], at: number, mark: Mark): boolean =>
  (mark !== 'one' && isNeitherVerbNorBound(tokens, at)) || (mark.startsWith('state') && isAttribute(tokens, at));

const BOUND_WORD = /^(?:over|above|under|below|from|up|within)$/;
const MAY_BE_NOUN = /^(?:heads?|leads?|stops?|starts?|ends?|finish|close)$/;
const PLURAL_VERB = /^(?:come|go|get)$/;

/** Whether a word that may be a verb or a bound is neither here: "web heads come", "an emergency stop of", "come from Vault". */
function isNeitherVerbNorBound(tokens: readonly Token[], at: number): boolean {
  const { text } = tokens[at]!;
  if (BOUND_WORD.test(text)) return !tokens.slice(at + 1, at + 4).some(mayBeNumber);
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  if (!MAY_BE_NOUN.test(text) || before?.kind !== 'word' || isBeforeVerb(before)) return false;
  if (isArticle(before)) return true;
  if (text.endsWith('s')) return next !== undefined && (isFinite(next) || PLURAL_VERB.test(next.text));
  return !before.isName && !before.text.endsWith('s') && !prepositions.has(before.text) && next?.text === 'of';
}

const mayBeNumber = ({ text, kind }: Token): boolean =>
  kind === 'number' || numberOf(text) !== undefined || /^\p{Sc}$/u.test(text) || valueByTens.has(text);

/** Whether a word is an attribute that identifies a thing and not a state of it: "public endpoints", "the manual gate". */
function isAttribute(tokens: readonly Token[], at: number): boolean {
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  const isBeforeNoun =
    next?.kind === 'word' &&
    !prepositions.has(next.text) &&
    !wideWords.has(next.text) &&
    !isFinite(next) &&
    !next.text.endsWith('ly');
  return isBeforeNoun && (before === undefined || isArticle(before) || prepositions.has(before.text));
}

/** Whether a verb with `out of` excludes something: "Leave emojis out of it". */
const isExclusion = (tokens: readonly Token[], at: number): boolean =>
  /^(?:leave|leaves|left|keep|keeps|kept)$/.test(tokens[at]!.text) &&
  tokens.slice(at + 1, at + 6).some(({ text }, ahead, those) => text === 'out' && those[ahead + 1]?.text === 'of');

const STATE_CARRIER =
  /^(?:is|are|was|be|being|stay|stays|turn|turned|turns|switch|switched|set|leave|left|keep|kept|remain|remains|has|have|comes?)$/;
const AFTER_STATE = /^(?:in|on|at|by|for|when|while|during|out|until|unless|if|per|to|and|,|with|only)?$/;

/** Reads "on" and "off" as states: "strict mode is on in tsconfig", not "it is on the dev box". */
function stateAt(tokens: readonly Token[], at: number): Mark | undefined {
  const { text } = tokens[at]!;
  if (text !== 'on' && text !== 'off') return undefined;
  const before = tokens[at - 1]?.text ?? '';
  const isCarried =
    STATE_CARRIER.test(before) ||
    tokens.slice(Math.max(0, at - 5), at - 1).some((token) => STATE_CARRIER.test(token.text));
  return isCarried && before !== 'day' && AFTER_STATE.test(tokens[at + 1]?.text ?? '')
    ? text === 'on'
      ? 'state+'
      : 'state-'
    : undefined;
}
