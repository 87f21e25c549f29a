import { shortIdOf } from '@cairn/contracts';
import type { BriefingAsked, Decision, Topic } from './answers-set.ts';
import type { ToolAnswer } from './answers-client.ts';
import type { LoadedTeam } from './answers-team.ts';

interface Quoted {
  readonly id: string;
  readonly text: string;
}

export type WhyVerdict = 'right' | 'partly' | 'misleading';

/** Texts are compared by their words alone. */
const wordsOf = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

/** Whether one of two sentences says what the other says, whole or cut. */
export const saysSame = (one: string, other: string): boolean => {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  return words.trim() !== '' && others.trim() !== '' && (words.includes(others) || others.includes(words));
};

/** Quotations of a list of an answer, or the sentences of what it has whole. */
const quotedIn = (value: unknown): Quoted[] =>
  Array.isArray(value) ? (value as Quoted[]).filter(({ text }) => typeof text === 'string') : [];

interface ToldDecision {
  readonly id: string;
  readonly sentences: readonly { readonly text: string; readonly part?: string }[];
}

/**
 * Misleading: another decision than the one that holds, one for what was never decided, a sentence that is no reason marked as one,
 * or such a sentence among what was said when it was decided. Right: the right decision, with a reason of it among its own sentences
 * or what was said, and none marked as a reason that nobody named one. Anything else is partly right.
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
  /** Reasons that somebody named, and how many of them the answer marks as such. */
  readonly named: number;
  readonly found: number;
  /** Sentences that the answer marks as reasons, and how many of them somebody named. */
  readonly marked: number;
  readonly right: number;
}

/** Which sentences of its decision an answer marks as reasons, against those that somebody named. */
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

/** Which of the items that belong to a topic an overview names in its text, and which that do not. */
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

/** Which of the items that a briefing must name its text names, and which that it must not. */
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
