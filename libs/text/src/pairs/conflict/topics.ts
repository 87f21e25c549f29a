import { stemWord } from '../../languages/stem.ts';
import { isStopWord } from '../../languages/stop-words.ts';
import type { MarkedSpan } from './marks.ts';
import type { MeasureSpan } from './measures.ts';
import type { Token } from './tokens.ts';
import { bareMarks, prepositions, standardWordByVariant, wideWords, type Mark } from './vocabulary.ts';
import { isArticle, isFinite, isVerbAt } from './word-forms.ts';

/** A word that is part of the topic of a sentence. */
export interface Topic {
  readonly key: string;
  readonly text: string;
  readonly raw: string;
  readonly isName: boolean;
  /** The index of its token in the sentence. */
  readonly at: number;
  /** The word or sign before it, without articles. */
  readonly before: string;
  /** The key of the word directly after it, or empty. */
  readonly next: string;
  /** The preposition of its phrase, or empty. */
  readonly under: string;
  /**
   * The key of the nearest word before the topic, or empty. Prepositions, articles, adverbs and forms of "be" are
   * skipped.
   */
  readonly tiedTo: string;
  /** Whether only articles, prepositions and signs separate the topic from the topic before it. */
  readonly isTied: boolean;
  /** Whether the topic is one of several in a list: "Ann and Bo". */
  readonly isListed: boolean;
  /** Whether the topic names a role and not a thing: "owner", "is led by". */
  readonly isRole: boolean;
  /** Whether the topic is a verb or an adverb, which identifies no thing. */
  readonly isVerbal: boolean;
}

/** Finds the topics of a clause. Words of its marks and values are left out. */
export function topicsIn(
  tokens: readonly Token[],
  marked: readonly MarkedSpan[],
  reads: readonly MeasureSpan[],
): Topic[] {
  const hidden = new Set<number>();
  const hide = ({ from, to }: { from: number; to: number }) => {
    for (let at = from; at < to; at += 1) hidden.add(at);
  };
  marked.filter(({ mark }) => bareMarks.has(mark)).forEach(hide);
  reads.filter(({ label }) => label === undefined).forEach(hide);
  const roles = marked.filter(({ mark }) => roleMarks.has(mark));
  const words = tokens.flatMap((token, at): Topic[] => {
    if (hidden.has(at) || !isTelling(token)) return [];
    const isRole = roles.some(({ from, to }) => at >= from && at < to);
    return [{ ...topicAt(tokens, at), isRole }];
  });
  return joinFullNames(words).map((word, at, all) => ({ ...word, isTied: isTied(tokens, all[at - 1], word.at) }));
}

const roleMarks: ReadonlySet<Mark> = new Set<Mark>(['one', 'holds', 'held']);

function isTelling({ kind, text, raw, isName }: Token): boolean {
  if (kind !== 'word') return false;
  const isAcronym = /^\p{Lu}{2,}/u.test(raw) || (isName && /^(?!I)\p{Lu}$/u.test(raw));
  return isAcronym || ((isName || !wideWords.has(text)) && !isStopWord(text));
}

const topicAt = (tokens: readonly Token[], at: number): Omit<Topic, 'isRole'> => ({
  key: keyOf(tokens[at]!.text),
  text: tokens[at]!.text,
  raw: tokens[at]!.raw,
  isName: tokens[at]!.isName,
  at,
  ...neighboursOf(tokens, at),
  under: findPreposition(tokens, at),
  tiedTo: findTie(tokens, at),
  isTied: false,
  isVerbal: isVerbAt(tokens, at),
});

const LIST_WORD = /^(?:and|or|&)$/;
const ENDS_LIST = /^(?:nothing|nowhere|nobody|none|no|not|only|rejects?)$/;

function neighboursOf(tokens: readonly Token[], at: number): Pick<Topic, 'before' | 'next' | 'isListed'> {
  const [before, following, second] = [at - 1, at + 1, at + 2].map((each) => tokens[each]?.text ?? '') as [
    string,
    string,
    string,
  ];
  const isListed = LIST_WORD.test(before) || (LIST_WORD.test(following) && !ENDS_LIST.test(second));
  const next = tokens[at + 1]?.kind === 'word' ? keyOf(following) : '';
  return { before: isArticle({ text: before }) ? (tokens[at - 2]?.text ?? '') : before, next, isListed };
}

function findPreposition(tokens: readonly Token[], at: number): string {
  const opens = (token: Token) => token.kind === 'sign' || prepositions.has(token.text) || isFinite(token);
  const from = tokens.slice(0, at).findLast(opens)?.text ?? '';
  return prepositions.has(from) ? from : '';
}

const TIE_WORD =
  /^(?:the|an?|our|their|your|in|on|at|from|as|by|to|is|are|was|were|be|get|gets|got|been|has|have|now|always|only|all|:|,|;|\p{L}+ly)$/u;

function findTie(tokens: readonly Token[], at: number): string {
  const tie = tokens.slice(0, at).findLast(({ text }) => !TIE_WORD.test(text));
  return tie === undefined ? '' : keyOf(tie.text);
}

function isTied(tokens: readonly Token[], before: Topic | undefined, at: number): boolean {
  const between = before ? tokens.slice(before.at + before.raw.split(' ').length, at) : undefined;
  return between?.every((token) => token.kind === 'sign' || isArticle(token) || prepositions.has(token.text)) ?? false;
}

const TITLE_CASE = /^\p{Lu}\p{Ll}+$/u;

/** Joins the words of each full name, so that "David Williams" and "David Davis" share no topic. */
function joinFullNames(words: readonly Topic[]): Topic[] {
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

export const keyOf = (text: string): string => stemWord(unifySpelling(standardWordByVariant.get(text) ?? text));

/** Unifies British and American spellings. */
const unifySpelling = (word: string): string =>
  word.length < 6
    ? word
    : word
        .replace(/our/, 'or')
        .replace(/is(?=(?:e[sd]?|ing|ations?)$)/, 'iz')
        .replace(/ogue(?=s?$)/, 'og')
        .replace(/tre(?=s?$)/, 'ter');
