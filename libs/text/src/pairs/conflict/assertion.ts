import { clausesOf, contrastIn, type Span } from './clauses.ts';
import { marksIn, type Marked } from './marks.ts';
import { measuresIn, type Measure, type Read } from './measures.ts';
import { stanceOf, type Stance } from './stance.ts';
import { tokensOf, type Token } from './tokens.ts';
import { keyOf, topicsIn, type Topic } from './topics.ts';
import { pronouns, type Mark } from './vocabulary.ts';
import { isFinite } from './word-forms.ts';

/** A number that may be a version or a part of a name: "Node 22", "Freezer 2". */
export interface Labelled {
  readonly label: string;
  readonly measure: Measure;
  /** Stands before the verb. */
  readonly isSubject: boolean;
}

/** One clause of a text, as clauses are compared by. */
export interface Assertion {
  readonly topics: readonly Topic[];
  readonly measures: readonly Measure[];
  /** Dimensions of values before the verb: with another value behind it they say which thing is meant. */
  readonly ofSubject: ReadonlySet<string>;
  readonly labelled: readonly Labelled[];
  readonly stance: Stance;
  readonly marks: ReadonlySet<Mark>;
  /** The keys of its topics. */
  readonly keys: ReadonlySet<string>;
  /** Where these marks stand, or -1: what is the only one is beside "only", an owner stands before "owns" and after "belongs to". */
  readonly onlyAt: number;
  readonly holdsAt: number;
  readonly heldAt: number;
  /** Where its last finite verb stands, or -1. */
  readonly lastVerbAt: number;
  /** Where that verb stands, or a colon in its place, or -1. */
  readonly subjectEnd: number;
  /** It was so once, and no word says that it changed. */
  readonly isPast: boolean;
  /** Topics that "X, not Y" excludes. */
  readonly excluded: readonly Topic[];
  /** Two words that stand side by side, written as one: "hand over" as "handover". */
  readonly joined: ReadonlyMap<string, readonly number[]>;
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

function assertionOf(tokens: readonly Token[]): Assertion {
  const contrast = contrastIn(tokens);
  const reads = measuresIn(tokens);
  const values = reads.filter(({ label }) => label === undefined);
  // "Every other week" names no other thing.
  const marked = marksIn(tokens).filter(
    (mark) => !values.some((value) => mark.from >= value.from && mark.to <= value.to),
  );
  const marks = marked.filter(({ from }) => !within(contrast, from));
  const verbAt = tokens.findIndex(isFinite);
  const lastVerbAt = tokens.findLastIndex(isFinite);
  const topics = topicsIn(tokens, marked, reads);
  const kept = topics.filter(({ at }) => !within(contrast, at));
  const placeOf = (wanted: Mark) => marked.find(({ mark }) => mark === wanted)?.from ?? -1;
  const inMain = reads.filter(({ from }) => !within(contrast, from));
  const isBeforeVerb = ({ from }: Read) => from < (verbAt < 0 ? 2 : verbAt);
  return {
    topics: kept,
    keys: new Set(kept.map(({ key }) => key)),
    measures: inMain.filter(({ label }) => label === undefined).map(({ measure }) => measure),
    labelled: inMain.flatMap((read) =>
      read.label === undefined ? [] : [{ label: read.label, measure: read.measure, isSubject: isBeforeVerb(read) }],
    ),
    ofSubject: new Set(inMain.filter(isBeforeVerb).map(({ measure }) => measure.dimension)),
    stance: stanceOf(tokens, marks),
    marks: new Set(marked.map(({ mark }) => mark)),
    onlyAt: placeOf('only'),
    holdsAt: placeOf('holds'),
    heldAt: placeOf('held'),
    lastVerbAt,
    subjectEnd: lastVerbAt < 0 ? tokens.findIndex(({ text }) => text === ':') : lastVerbAt,
    isPast: isPast(tokens, marked),
    excluded: topics.filter(({ at }) => within(contrast, at)),
    joined: joinedIn(tokens),
  };
}

const within = (span: Span | undefined, at: number): boolean => span !== undefined && at >= span.from && at < span.to;

const PAST = /^(?:was|were|took|came|began|ended|went)$/;
const isPast = (tokens: readonly Token[], marked: readonly Marked[]): boolean =>
  tokens.some(({ text }) => PAST.test(text)) &&
  marked.every(({ mark, from }) => mark !== 'replaces' || PAST.test(tokens[from]!.text));

/** A letter by itself tells sizes and classes apart. */
const isWhole = ({ kind, text }: Token): boolean => kind === 'word' && text.length > 1;

function joinedIn(tokens: readonly Token[]): Map<string, readonly number[]> {
  const joined = new Map<string, readonly number[]>();
  for (let at = 0; at + 1 < tokens.length; at += 1)
    if (isWhole(tokens[at]!) && isWhole(tokens[at + 1]!))
      joined.set(keyOf(tokens[at]!.text + tokens[at + 1]!.text), [at, at + 1]);
  return joined;
}
