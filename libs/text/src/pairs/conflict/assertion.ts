import { clausesOf, contrastIn, type Span } from './clauses.ts';
import { marksIn, type MarkedSpan } from './marks.ts';
import { measuresIn, type Measure, type MeasureSpan } from './measures.ts';
import { stanceOf, type Stance } from './stance.ts';
import { tokensOf, type Token } from './tokens.ts';
import { keyOf, topicsIn, type Topic } from './topics.ts';
import { pronouns, type Mark } from './vocabulary.ts';
import { isFinite } from './word-forms.ts';

/** A number that may be a version or a part of a name: "Node 22", "Freezer 2". */
export interface LabelledNumber {
  readonly label: string;
  readonly measure: Measure;
  /** Whether the number is before the verb. */
  readonly isSubject: boolean;
}

/** One clause of a text in the form in which clauses are compared. */
export interface Assertion {
  readonly topics: readonly Topic[];
  readonly measures: readonly Measure[];
  /** The dimensions of values before the verb. If another value follows the verb, these values identify the thing. */
  readonly ofSubject: ReadonlySet<string>;
  readonly labelled: readonly LabelledNumber[];
  readonly stance: Stance;
  readonly marks: ReadonlySet<Mark>;
  /** The keys of the topics. */
  readonly keys: ReadonlySet<string>;
  /**
   * The token indexes of the marks `only`, `holds` and `held`, or -1. The only thing is next to `only`; an owner is
   * before `holds` ("owns") and after `held` ("belongs to").
   */
  readonly onlyAt: number;
  readonly holdsAt: number;
  readonly heldAt: number;
  /** The token index of the last finite verb, or -1. */
  readonly lastVerbAt: number;
  /** The token index of the last finite verb, or else of a colon, or -1. */
  readonly subjectEnd: number;
  /** Whether the clause is about the past and does not state a change. */
  readonly isPast: boolean;
  /** The topics that a contrast excludes: Y in "X, not Y". */
  readonly excluded: readonly Topic[];
  /** Maps two adjacent words, written as one ("handover" for "hand over"), to their token indexes. */
  readonly joined: ReadonlyMap<string, readonly number[]>;
}

/** Characters of a text that are read. */
const READ_CHARS_MAX = 2_000;
const CLAUSES_MAX = 8;
const TOKENS_MAX = 60;

/** Reads the clauses of an English text. Questions are left out, since they assert nothing. */
export function assertionsOf(text: string): Assertion[] {
  const clauses = clausesOf(tokensOf(text.slice(0, READ_CHARS_MAX)));
  const read: Assertion[] = [];
  for (const tokens of clauses.slice(0, CLAUSES_MAX)) {
    if (tokens.length > TOKENS_MAX) continue;
    const clause = assertionOf(tokens);
    read.push(pronouns.has(tokens[0]!.text) ? addTopicsOf(read.at(-1), clause) : clause);
  }
  return read.filter(({ topics }) => topics.length > 0);
}

/** Adds the topics of the previous clause to a clause that begins with a pronoun: "It is optional". */
const addTopicsOf = (before: Assertion | undefined, clause: Assertion): Assertion => ({
  ...clause,
  topics: [...(before?.topics ?? []), ...clause.topics],
  keys: new Set([...(before?.keys ?? []), ...clause.keys]),
});

function assertionOf(tokens: readonly Token[]): Assertion {
  const contrast = contrastIn(tokens);
  const reads = measuresIn(tokens);
  const values = reads.filter(({ label }) => label === undefined);
  // Marks inside a value do not count: "other" in "every other week".
  const marked = marksIn(tokens).filter(
    (mark) => !values.some((value) => mark.from >= value.from && mark.to <= value.to),
  );
  const marks = marked.filter(({ from }) => !isWithin(contrast, from));
  const verbAt = tokens.findIndex(isFinite);
  const lastVerbAt = tokens.findLastIndex(isFinite);
  const topics = topicsIn(tokens, marked, reads);
  const kept = topics.filter(({ at }) => !isWithin(contrast, at));
  const placeOf = (wanted: Mark) => marked.find(({ mark }) => mark === wanted)?.from ?? -1;
  const inMain = reads.filter(({ from }) => !isWithin(contrast, from));
  const isBeforeVerb = ({ from }: MeasureSpan) => from < (verbAt < 0 ? 2 : verbAt);
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
    excluded: topics.filter(({ at }) => isWithin(contrast, at)),
    joined: joinedWordsIn(tokens),
  };
}

const isWithin = (span: Span | undefined, at: number): boolean => span !== undefined && at >= span.from && at < span.to;

const PAST_VERB = /^(?:was|were|took|came|began|ended|went)$/;
const isPast = (tokens: readonly Token[], marked: readonly MarkedSpan[]): boolean =>
  tokens.some(({ text }) => PAST_VERB.test(text)) &&
  marked.every(({ mark, from }) => mark !== 'replaces' || PAST_VERB.test(tokens[from]!.text));

/** Whether a token may be part of a joined word. A single letter is not, since it distinguishes sizes and classes. */
const isWhole = ({ kind, text }: Token): boolean => kind === 'word' && text.length > 1;

function joinedWordsIn(tokens: readonly Token[]): Map<string, readonly number[]> {
  const joined = new Map<string, readonly number[]>();
  for (let at = 0; at + 1 < tokens.length; at += 1)
    if (isWhole(tokens[at]!) && isWhole(tokens[at + 1]!))
      joined.set(keyOf(tokens[at]!.text + tokens[at + 1]!.text), [at, at + 1]);
  return joined;
}
