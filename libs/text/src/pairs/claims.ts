import { analyse } from '../analyse.ts';
import { sentenceEnds } from '../sentences.ts';
import { isStopWord } from '../languages/stop-words.ts';
import { sequenceOf, type Sequence } from './same-thing.ts';
import { statementOf } from './statement.ts';
import { valuesOf, type Value } from './values.ts';

/** One sentence of a text: its stems, its values, and its denials. */
export interface Claim {
  readonly stems: ReadonlySet<string>;
  readonly sequence: Sequence;
  readonly values: readonly Value[];
  /** Whether the sentence states a change: "raised to", "moved", "has reached". */
  readonly tellsChange: boolean;
  /** For each clause with a denial such as "never": its stems from the denial on. */
  readonly denied: readonly ReadonlySet<string>[];
}

/** The maximum number of characters of a text that are compared. */
const READ_CHARS_MAX = 4_000;
/** The maximum length of a sentence in characters. A longer sentence is a list, a table or code. */
const SENTENCE_CHARS_MAX = 600;
const CODE_BLOCK = /```[\s\S]*?(?:```|$)/g;
const CHANGE_WORD =
  /\b(?:increas(?:ed|es)|decreas(?:ed|es)|rais(?:ed|es)|rose|risen|grew|grown|growth|adjust(?:ed|s)|extended|shortened|(?:re)?scheduled|postponed|moved|changed|updated|improved|reach(?:ed|es)|expanded|reduced|lowered|dropped|doubled|tripled|halved|cut to|(?:up|down) to|switched|replaced|migrated|now|no longer|instead)\b/i;
const CLAUSE_BORDER =
  /[,;:()]|\s[-\u2013\u2014]\s|\b(?:but|so|since|because|although|though|considering|which|while|especially|given|however)\b/i;
const DENIAL_WORD =
  /\b(?:never|no longer|neither|nor|without ever|(?:have|has|had|did|do|does|is|was|were|are)(?:n['\u2019]t| not))\b/i;

/** Splits a text without code into claims. Denials and changes are recognised in English only; values and stems in any language. */
export function claimsOf(text: string): Claim[] {
  const prose = text.slice(0, READ_CHARS_MAX).replace(CODE_BLOCK, '\n');
  const ends = sentenceEnds(prose);
  return ends
    .map((to, at) => prose.slice(ends[at - 1] ?? 0, to).trim())
    .filter((sentence) => sentence !== '' && sentence.length <= SENTENCE_CHARS_MAX)
    .map(claimOf);
}

/** Parses each part of a claim at its first use, since most claims are neither near the question nor denials. */
function claimOf(sentence: string): Claim {
  let stems: Claim['stems'] | undefined;
  let sequence: Sequence | undefined;
  let values: Claim['values'] | undefined;
  let denied: Claim['denied'] | undefined;
  return {
    get stems() {
      return (stems ??= stemsOf(sentence));
    },
    get sequence() {
      return (sequence ??= sequenceOf(sentence));
    },
    get values() {
      return (values ??= valuesOf(statementOf(sentence)));
    },
    get tellsChange() {
      return CHANGE_WORD.test(sentence);
    },
    get denied() {
      return (denied ??= DENIAL_WORD.test(sentence) ? sentence.split(CLAUSE_BORDER).flatMap(deniedStemsIn) : []);
    },
  };
}

function deniedStemsIn(clause: string): ReadonlySet<string>[] {
  const from = DENIAL_WORD.exec(clause)?.index;
  return from === undefined ? [] : [stemsOf(clause.slice(from))];
}

/** The stems of a text without stop words and numbers. */
export const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(analyse(text).terms.filter((term) => !isStopWord(term) && !/\d/.test(term)));
