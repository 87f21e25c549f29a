import { stem } from '../../languages/stem.ts';
import { isStopWord } from '../../languages/stop-words.ts';
import { measuresIn, type Measure, type Read } from './measures.ts';
import { tokensOf, type Token } from './tokens.ts';
import {
  bareMarks,
  marksByFirstWord,
  pronouns,
  sameThings,
  subordinators,
  wideWords,
  type Mark,
} from './vocabulary.ts';

/** A word that tells what a sentence is about. */
export interface Topic {
  readonly key: string;
  readonly text: string;
  readonly raw: string;
  readonly isName: boolean;
  /** Its place among the tokens of the sentence. */
  readonly at: number;
  /** The word or sign before it, articles left out. */
  readonly before: string;
  /** The key of the word right after it, or empty. */
  readonly next: string;
  /** One of several that are named together: "Ann and Bo". */
  readonly isListed: boolean;
}

/** A number that may be a version or a part of a name: "Node 22", "Freezer 2". */
export interface Labelled {
  readonly label: string;
  readonly measure: Measure;
  /** Stands before the verb. */
  readonly isSubject: boolean;
}

/** How a sentence says that something is so. */
export type Stance = 'is' | 'is not' | 'allowed' | 'forbidden' | 'required' | 'optional';

/** One clause of a text, as clauses are compared by. */
export interface Assertion {
  readonly topics: readonly Topic[];
  readonly measures: readonly Measure[];
  readonly labelled: readonly Labelled[];
  readonly stance: Stance;
  readonly marks: ReadonlySet<Mark>;
  /** The keys of its topics. */
  readonly keys: ReadonlySet<string>;
  /** Where these marks stand, or -1: what is the only one is beside "only", an owner stands before "owns" and after "belongs to". */
  readonly onlyAt: number;
  readonly holdsAt: number;
  readonly heldAt: number;
  /** What "X, not Y" leaves out. */
  readonly excluded: readonly Topic[];
  /** Two words that stand side by side, written as one: "hand over" as "handover". */
  readonly joined: ReadonlyMap<string, readonly number[]>;
  /** What comes before and after, where the clause tells an order. */
  readonly order?: { readonly earlier: ReadonlySet<string>; readonly later: ReadonlySet<string> };
}

/** So much of a text is read. */
const READ_MAX = 2_000;
const CLAUSES_MAX = 8;
const TOKENS_MAX = 60;

/** The clauses of an English text. A question asserts nothing. */
export function assertionsOf(text: string): Assertion[] {
  const clauses = clausesOf(tokensOf(text.slice(0, READ_MAX)));
  const read: Assertion[] = [];
  for (const tokens of clauses.slice(0, CLAUSES_MAX)) {
    if (tokens.length > TOKENS_MAX) continue;
    const clause = assertionOf(tokens);
    read.push(pronouns.has(tokens[0]!.text) ? withTopicsOf(read.at(-1), clause) : clause);
  }
  return read.filter(({ topics }) => topics.length > 0);
}

/** "It is optional" is about what the clause before it is about. */
const withTopicsOf = (before: Assertion | undefined, clause: Assertion): Assertion => ({
  ...clause,
  topics: [...(before?.topics ?? []), ...clause.topics],
  keys: new Set([...(before?.keys ?? []), ...clause.keys]),
});

const END = /^[.!?;\n]$/;

/** Parts a text at its sentences' ends, and at a comma before a clause of its own. */
function clausesOf(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]];
  tokens.forEach((token, at) => {
    const last = clauses.at(-1)!;
    if (END.test(token.text)) {
      if (token.text === '?') clauses.pop();
      clauses.push([]);
    } else if (token.text === ',' && mayPart(last) && OWN_SUBJECT.has(tokens[at + 1]?.text ?? '')) clauses.push([]);
    else if (last.length > 0 || !OPENING_SIGN.test(token.text)) last.push(token);
  });
  return clauses.filter((clause) => clause.length > 0);
}

const OWN_SUBJECT: ReadonlySet<string> = new Set([...pronouns, 'but', 'we', 'there']);
const OPENING_SIGN = /^[,:()\u2013\u2014-]$/;
/** "If it is red, it stops" is one clause. */
const mayPart = (clause: readonly Token[]): boolean => clause.length > 2 && !subordinators.has(clause[0]!.text);

interface Marked {
  readonly mark: Mark;
  readonly from: number;
  readonly to: number;
}

function marksIn(tokens: readonly Token[]): Marked[] {
  const found: Marked[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const entries = marksByFirstWord.get(tokens[at]!.text) ?? [];
    let to = at;
    for (const { rest, mark } of entries) {
      const isHere = rest.every((word, ahead) => tokens[at + 1 + ahead]?.text === word);
      if (!isHere || (to > at && at + 1 + rest.length < to)) continue;
      found.push({ mark, from: at, to: at + 1 + rest.length });
      to = Math.max(to, at + 1 + rest.length);
    }
    if (to === at) {
      const state = isLeftOut(tokens, at) ? 'not' : stateAt(tokens, at);
      if (state) found.push({ mark: state, from: at, to: at + 1 });
    } else at = to - 1;
  }
  return found;
}

/** "Leave emojis out of it". */
const isLeftOut = (tokens: readonly Token[], at: number): boolean =>
  /^(?:leave|leaves|left|keep|keeps|kept)$/.test(tokens[at]!.text) &&
  tokens.slice(at + 1, at + 6).some(({ text }, ahead, those) => text === 'out' && those[ahead + 1]?.text === 'of');

const CARRIERS =
  /^(?:is|are|was|be|being|stay|stays|turn|turned|turns|switch|switched|set|leave|left|keep|kept|remain|remains|has|have|comes?)$/;
const AFTER_STATE = /^(?:in|on|at|by|for|when|while|during|out|until|unless|if|per|to|and|,|with|only)?$/;

/** "On" and "off" as states: "strict mode is on in tsconfig", not "it is on the dev box". */
function stateAt(tokens: readonly Token[], at: number): Mark | undefined {
  const { text } = tokens[at]!;
  if (text !== 'on' && text !== 'off') return undefined;
  const before = tokens[at - 1]?.text ?? '';
  const isCarried =
    CARRIERS.test(before) || tokens.slice(Math.max(0, at - 5), at - 1).some((token) => CARRIERS.test(token.text));
  return isCarried && before !== 'day' && AFTER_STATE.test(tokens[at + 1]?.text ?? '')
    ? text === 'on'
      ? 'state+'
      : 'state-'
    : undefined;
}

function assertionOf(tokens: readonly Token[]): Assertion {
  const marked = marksIn(tokens);
  const contrast = contrastIn(tokens);
  const reads = measuresIn(tokens);
  const marks = marked.filter(({ from }) => !within(contrast, from));
  const verbAt = tokens.findIndex(({ text }) => VERBS.test(text));
  const topics = topicsIn(tokens, marked, reads);
  const kept = topics.filter(({ at }) => !within(contrast, at));
  const inMain = reads.filter(({ from }) => !within(contrast, from));
  return {
    topics: kept,
    keys: new Set(kept.map(({ key }) => key)),
    measures: inMain.filter(({ label }) => label === undefined).map(({ measure }) => measure),
    labelled: inMain.flatMap(({ label, measure, from }) =>
      label === undefined ? [] : [{ label, measure, isSubject: from < (verbAt < 0 ? 2 : verbAt) }],
    ),
    stance: stanceOf(marks),
    marks: new Set(marked.map(({ mark }) => mark)),
    onlyAt: marked.find(({ mark }) => mark === 'only')?.from ?? -1,
    holdsAt: marked.find(({ mark }) => mark === 'holds')?.from ?? -1,
    heldAt: marked.find(({ mark }) => mark === 'held')?.from ?? -1,
    excluded: topics.filter(({ at }) => within(contrast, at)),
    joined: joinedIn(tokens),
    ...orderOf(tokens, marked, topics),
  };
}

const VERBS =
  /^(?:is|are|was|were|be|has|have|runs?|uses?|needs?|must|should|can|may|requires?|supports?|stays?|stands?|gets?|listens?|takes?|costs?|expects?|targets?|builds?|means|will|do|does|pinned|ships?|works?|reports?|holds?|open|pin|check)$/;

type Span = { readonly from: number; readonly to: number } | undefined;
const within = (span: Span, at: number): boolean => span !== undefined && at >= span.from && at < span.to;

/** "Tabs, not spaces": from "not" on, if a few words follow and no verb. */
function contrastIn(tokens: readonly Token[]): Span {
  const at = tokens.findIndex(
    ({ text }, index) =>
      index > 1 &&
      ((text === 'not' && /^(?:[,\u2013-]|but|and)$/.test(tokens[index - 1]!.text)) ||
        (/^(?:instead|rather)$/.test(text) && /^(?:of|than)$/.test(tokens[index + 1]?.text ?? ''))),
  );
  // "Posts are moderated, comments are not": the end denies it of something else.
  const lastComma = tokens.at(-1)!.text === 'not' ? tokens.findLastIndex(({ text }) => text === ',') : -1;
  if (lastComma > 0) return { from: lastComma, to: tokens.length };
  if (at < 0) return undefined;
  const end = tokens.findIndex(({ text }, index) => index > at && text === ',');
  return { from: at, to: end < 0 ? tokens.length : end };
}

function topicsIn(tokens: readonly Token[], marked: readonly Marked[], reads: readonly Read[]): Topic[] {
  const hidden = new Set<number>();
  for (const { mark, from, to } of marked)
    if (bareMarks.has(mark)) for (let at = from; at < to; at += 1) hidden.add(at);
  for (const { from, to, label } of reads)
    if (label === undefined) for (let at = from; at < to; at += 1) hidden.add(at);
  const words = tokens.flatMap((token, at): Topic[] => {
    if (hidden.has(at) || token.kind === 'sign' || token.kind === 'number') return [];
    const isAcronym = /^\p{Lu}{2,}/u.test(token.raw) || (token.isName && /^(?!I)\p{Lu}$/u.test(token.raw));
    if (!isAcronym && ((wideWords.has(token.text) && !token.isName) || isStopWord(token.text))) return [];
    return [
      {
        key: keyOf(token.text),
        text: token.text,
        raw: token.raw,
        isName: token.isName,
        at,
        ...neighboursOf(tokens, at),
      },
    ];
  });
  return fullNamesOf(words);
}

const TITLE_CASE = /^\p{Lu}\p{Ll}+$/u;

/** Makes one word of each name in several: "David Williams" is nobody whom "David Davis" is. */
function fullNamesOf(words: readonly Topic[]): Topic[] {
  const names: Topic[] = [];
  for (const each of words) {
    const last = names.at(-1);
    const continues =
      last &&
      each.isName &&
      TITLE_CASE.test(each.raw) &&
      TITLE_CASE.test(last.raw.split(' ').at(-1)!) &&
      last.at + last.raw.split(' ').length === each.at;
    if (!continues) names.push(each);
    else
      names[names.length - 1] = {
        ...last,
        ...{
          key: keyOf(last.text + each.text),
          text: last.text + each.text,
          raw: `${last.raw} ${each.raw}`,
          isName: true,
        },
        next: each.next,
      };
  }
  return names;
}

const ARTICLE = /^(?:the|an?|our|their|your)$/;
const LISTS = /^(?:and|or|&)$/;

function neighboursOf(tokens: readonly Token[], at: number): Pick<Topic, 'before' | 'next' | 'isListed'> {
  const before = tokens[at - 1]?.text ?? '';
  const isFollowed =
    LISTS.test(tokens[at + 1]?.text ?? '') && !/^(?:nothing|no|only)$/.test(tokens[at + 2]?.text ?? '');
  const isListed = LISTS.test(before) || isFollowed;
  const next = tokens[at + 1]?.kind === 'word' ? keyOf(tokens[at + 1]!.text) : '';
  return { before: ARTICLE.test(before) ? (tokens[at - 2]?.text ?? '') : before, next, isListed };
}

const keyOf = (text: string): string => stem(spelled(sameThings.get(text) ?? text));

/** One spelling for British and American forms. */
const spelled = (word: string): string =>
  word.length < 6
    ? word
    : word
        .replace(/our/, 'or')
        .replace(/is(?=(?:e[sd]?|ing|ations?)$)/, 'iz')
        .replace(/ogue(?=s?$)/, 'og')
        .replace(/tre(?=s?$)/, 'ter');

function joinedIn(tokens: readonly Token[]): Map<string, readonly number[]> {
  const joined = new Map<string, readonly number[]>();
  for (let at = 0; at + 1 < tokens.length; at += 1)
    if (tokens[at]!.kind === 'word' && tokens[at + 1]!.kind === 'word')
      joined.set(keyOf(tokens[at]!.text + tokens[at + 1]!.text), [at, at + 1]);
  return joined;
}

/** Reads how a clause says it: each denial turns it round once, and "without" what it stands before. */
function stanceOf(marks: readonly Marked[]): Stance {
  const count = (...wanted: Mark[]) => marks.filter(({ mark }) => wanted.includes(mark)).length;
  const isDenied = count('not') % 2 === 1;
  const isWithout = count('without') % 2 === 1;
  const isOff = count('state-', 'liking-') > 0;
  const kind = KINDS.find((mark) => count(mark) > 0) ?? 'is';
  const stance = STANCES[kind][(isDenied ? 1 : 0) + (isWithout ? 2 : 0)]!;
  return isOff ? TURNED[stance] : stance;
}

const KINDS = ['optional', 'forbidden', 'should', 'required', 'allowed'] as const;

/** The stance on "on" of a clause that speaks of "off": it must not be off, so it has to be on. */
const TURNED: Readonly<Record<Stance, Stance>> = {
  ...{ is: 'is not', 'is not': 'is', allowed: 'optional', optional: 'allowed' },
  ...{ forbidden: 'required', required: 'forbidden' },
};

/** The stance of a clause as it stands, denied, with "without", and denied with it: "never merge without a review". */
const STANCES: Readonly<Record<(typeof KINDS)[number] | 'is', readonly Stance[]>> = {
  optional: ['optional', 'required', 'optional', 'required'],
  forbidden: ['forbidden', 'allowed', 'required', 'optional'],
  should: ['required', 'forbidden', 'forbidden', 'required'],
  required: ['required', 'optional', 'optional', 'required'],
  allowed: ['allowed', 'forbidden', 'optional', 'required'],
  is: ['is', 'is not', 'is not', 'required'],
};

/** "A before B", "B after A", "A first, B after". */
function orderOf(
  tokens: readonly Token[],
  marked: readonly Marked[],
  topics: readonly Topic[],
): Pick<Assertion, 'order'> {
  const [first, then] = ['first', 'then'].map((word) => tokens.findIndex(({ text }) => text === word)) as [
    number,
    number,
  ];
  if (first >= 0 && then > first)
    return { order: { earlier: keysIn(topics, 0, then), later: keysIn(topics, then, tokens.length) } };
  const at = marked.find(({ mark }) => mark === 'before' || mark === 'after');
  if (!at) return {};
  const comma = tokens.findIndex(({ text }, index) => index > at.from && text === ',');
  const isAhead = at.from === 0 && comma > 0;
  const [left, right] = isAhead
    ? [keysIn(topics, comma, tokens.length), keysIn(topics, at.to, comma)]
    : [keysIn(topics, 0, at.from), keysIn(topics, at.to, tokens.length)];
  const ends = tokens.findIndex(({ text }) => text === 'first');
  const parted = ends >= 0 && right.size === 0 ? [keysIn(topics, 0, ends), keysIn(topics, ends, at.from)] : undefined;
  if (parted) return { order: { earlier: parted[0]!, later: parted[1]! } };
  return { order: at.mark === 'before' ? { earlier: left, later: right } : { earlier: right, later: left } };
}

const keysIn = (topics: readonly Topic[], from: number, to: number): ReadonlySet<string> =>
  new Set(topics.filter(({ at }) => at >= from && at < to).map(({ key }) => key));
