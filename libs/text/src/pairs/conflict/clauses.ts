import type { Token } from './tokens.ts';
import { pronouns, subordinators } from './vocabulary.ts';
import { isFinite, isVerbAt } from './word-forms.ts';

const CLAUSE_END = /^[.!?;\n]$/;

/** Splits a text into clauses at the ends of sentences, and at commas before a new clause. */
export function clausesOf(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]];
  tokens.forEach((token, at) => {
    const last = clauses.at(-1)!;
    if (CLAUSE_END.test(token.text)) {
      if (token.text === '?') clauses.pop();
      clauses.push([]);
    } else if (token.text === ',' && mayEndAtComma(last) && beginsClause(tokens, at + 1)) clauses.push([]);
    else if (last.length > 0 || !OPENING_SIGN.test(token.text)) last.push(token);
  });
  return clauses.filter((clause) => clause.length > 0);
}

const OPENING_SIGN = /^[,:()\u2013\u2014-]$/;
/** Whether a comma may end a clause. A comma after a condition does not: "If it is red, it stops" is one clause. */
const mayEndAtComma = (clause: readonly Token[]): boolean =>
  clause.length > 2 &&
  (!subordinators.has(clause[0]!.text) || (OPENS_PHRASE.test(clause[0]!.text) && clause.some(isFinite)));
/** Conjunctions that also begin a phrase. "Since 1 March it runs on Zulip, Slack is off" is two clauses. */
const OPENS_PHRASE = /^(?:since|from|in|on|at|as|by)$/;

const subjectWords: ReadonlySet<string> = new Set([...pronouns, 'but', 'we', 'there']);
const JOINING_WORD = /^(?:and|or|&|not)$/;
/** The maximum number of words before the verb of a clause. */
const SUBJECT_WORDS_MAX = 6;

/** Whether a clause with its own subject and verb begins at a token: "..., the folder was deleted", "..., bots keep off". */
function beginsClause(tokens: readonly Token[], from: number): boolean {
  const first = tokens[from]?.text ?? '';
  if (subjectWords.has(first)) return true;
  if (subordinators.has(first) || JOINING_WORD.test(first)) return false;
  const part = tokens.slice(from, from + SUBJECT_WORDS_MAX + 1);
  const verb = part.findIndex((token) => token.kind === 'sign' || isFinite(token));
  return (verb > 0 && isFinite(part[verb]!)) || (part.length > 0 && isVerbAt(part, 0));
}

/** Consecutive tokens of a clause, by index; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Finds the words that a clause excludes, up to the next comma: "not spaces" in "Tabs, not spaces". */
export function contrastIn(tokens: readonly Token[]): Span | undefined {
  const comma = tokens.findLastIndex(({ text }) => text === ',');
  // "Posts are moderated, comments are not": the end of the clause denies the same thing for a second subject.
  if (tokens.at(-1)!.text === 'not' && comma > 0) return { from: comma, to: tokens.length };
  const from = tokens.findIndex((_, at) => at > 1 && beginsContrast(tokens, at));
  if (from < 0) return undefined;
  const end = tokens.findIndex(({ text }, at) => at > from && text === ',');
  return { from, to: end < 0 ? tokens.length : end };
}

function beginsContrast(tokens: readonly Token[], at: number): boolean {
  const [before, here, next] = [at - 1, at, at + 1].map((each) => tokens[each]?.text ?? '') as [string, string, string];
  if (here === 'not') return /^(?:[,\u2013-]|but|and)$/.test(before);
  if (here === 'no') return before === ',' && /^(?:longer|more)$/.test(next);
  return /^(?:instead|rather)$/.test(here) && /^(?:of|than)$/.test(next);
}
