import { shortIdOf } from '@cairn/contracts';
import type { BriefingAsked, Decision, Topic } from './answers-set.ts';
import type { ToolAnswer } from './answers-client.ts';
import type { LoadedTeam } from './answers-team.ts';

interface Quoted {
  readonly id: string;
  readonly text: string;
}

export type WhyVerdict = 'right' | 'partly' | 'misleading';

/** Words of a text, by which texts are compared. */
const wordsOf = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

/** Tells whether two sentences are equal, or one is a cut form of the other. */
export const saysSame = (one: string, other: string): boolean => {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  return words.trim() !== '' && others.trim() !== '' && (words.includes(others) || others.includes(words));
};

/** Quotations in a list of an answer. */
const quotedIn = (value: unknown): Quoted[] =>
  Array.isArray(value) ? (value as Quoted[]).filter(({ text }) => typeof text === 'string') : [];

interface ToldDecision {
  readonly id: string;
  readonly sentences: readonly { readonly text: string; readonly part?: string }[];
}

/**
 * Misleading: another decision than the current one, a decision where there is none, a sentence wrongly marked as reason, or such a
 * sentence among the evidence. Right: the right decision, with a right reason among its sentences or the evidence, and no sentence
 * marked as reason that nobody named as one. Anything else is partly right.
 */
export function whyVerdict(
  { lead, reasons, misleading, alternatives, consequences }: Decision,
  { fields }: ToolAnswer,
  { keyById }: Pick<LoadedTeam, 'keyById'>,
): WhyVerdict {
  const decision = (fields['decision'] ?? null) as ToldDecision | null;
  if (lead === null) return decision ? 'misleading' : 'right';
  if (!decision) return 'partly';
  const evidence = quotedIn(fields['evidence']).map(({ text }) => text);
  const own = decision.sentences.map(({ text }) => text);
  const marked = decision.sentences.filter(({ part }) => part === 'reasons').map(({ text }) => text);
  const isAmong = (among: readonly string[]) => (text: string) => among.some((each) => saysSame(each, text));
  if (keyById.get(decision.id) !== lead || [...marked, ...evidence].some(isAmong(misleading))) return 'misleading';
  const isNamed = marked.every(isAmong([...reasons, ...alternatives, ...consequences]));
  const isReasoned = reasons.length === 0 || [...own, ...evidence].some(isAmong(reasons));
  return isNamed && isReasoned ? 'right' : 'partly';
}

export interface MarkedReasons {
  /** Number of reasons that people named, and how many of them the answer marks. */
  readonly named: number;
  readonly found: number;
  /** Number of sentences that the answer marks as reasons, and how many of them are right. */
  readonly marked: number;
  readonly right: number;
}

/** Compares the sentences that an answer marks as reasons with the reasons that people named. */
export function markedReasons({ reasons }: Pick<Decision, 'reasons'>, { fields }: ToolAnswer): MarkedReasons {
  const decision = (fields['decision'] ?? null) as ToldDecision | null;
  const marked = (decision?.sentences ?? []).filter(({ part }) => part === 'reasons').map(({ text }) => text);
  const isAmong = (among: readonly string[]) => (text: string) => among.some((each) => saysSame(each, text));
  return {
    named: reasons.length,
    found: reasons.filter(isAmong(marked)).length,
    marked: marked.length,
    right: marked.filter(isAmong(reasons)).length,
  };
}

export interface Coverage {
  readonly shown: number;
  readonly expected: number;
  readonly notRelevant: number;
  readonly open: number;
  readonly openExpected: number;
}

/** Counts the items of a topic, and unrelated items, that an overview names in its text. */
export function coverageOf(topic: Topic, answer: ToolAnswer, { itemByKey }: Pick<LoadedTeam, 'itemByKey'>): Coverage {
  const all = [...answer.parts, JSON.stringify(answer.fields)].join('\n');
  const named = (keys: readonly string[]) => keys.filter((key) => all.includes(itemByKey.get(key)!)).length;
  const questions = quotedIn(answer.fields['openQuestions']);
  const open = topic.open.filter((one) => questions.some(({ text }) => saysSame(one, text))).length;
  return {
    shown: named(topic.expect),
    expected: topic.expect.length,
    notRelevant: named(topic.notRelevant),
    open,
    openExpected: topic.open.length,
  };
}

export interface Briefed {
  readonly must: number;
  readonly mustAsked: number;
  readonly mustNot: number;
  readonly isLastSession: boolean;
}

/** Counts the required and the forbidden items that a briefing names in its text. */
export function briefedBy(
  { must, mustNot, lastSession }: BriefingAsked,
  { parts, fields }: ToolAnswer,
  { itemByKey }: Pick<LoadedTeam, 'itemByKey'>,
): Briefed {
  const text = parts.join('\n');
  const named = (keys: readonly string[]) => keys.filter((key) => text.includes(shortIdOf(itemByKey.get(key)!))).length;
  const last = (fields['lastSession'] ?? null) as { sessionKey: string } | null;
  return {
    must: named(must),
    mustAsked: must.length,
    mustNot: named(mustNot),
    isLastSession: (last?.sessionKey ?? null) === lastSession,
  };
}
