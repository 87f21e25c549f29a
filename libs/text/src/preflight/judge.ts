import type { Act } from './act.ts';
import type { Action } from './action.ts';
import { textsOf } from './act.ts';
import { bestMatch, checkConditions, worstMatch, type Match } from './conditions.ts';
import { matchesTrigger } from './glob.ts';
import { isQuoting } from './lexicon.ts';
import { hitOf, type Name, type NameHit } from './name.ts';
import type { Norm } from './norm.ts';
import type { Rule } from './rule.ts';
import { matchNorm, type NormMatch } from './thing.ts';

const matchReasons = ['given', 'trigger', 'words', 'meaning'] as const;
const severities = ['stop', 'caution', 'info'] as const;
type Severity = (typeof severities)[number];

/** A stored rule, lesson or decision with the data for a judgement. */
export interface Ruling {
  readonly rule: Rule;
  readonly triggers: readonly string[];
  /**
   * Whether norms from English text and triggers may stop an action, as in a rule or a decision. Norms that the writer
   * gave may stop an action in any category.
   */
  readonly isBinding: boolean;
  /** Whether a person or a manager wrote or confirmed the rule. */
  readonly isTrusted: boolean;
  /** The similarity of the rule's text to the action, 0 to 1. */
  readonly likeness: number;
}

/** The result of comparing a norm or a trigger with an act, in total and for each part. */
interface Finding {
  readonly by: 'given' | 'trigger' | 'words';
  readonly matched: string;
  /** The text of the act, as typed. */
  readonly act: string;
  readonly met: Match;
  readonly parts: Readonly<Record<string, Match>>;
  readonly mayStop: boolean;
}

export interface Judgement {
  readonly severity: Severity;
  readonly why: { readonly by: (typeof matchReasons)[number]; readonly matched?: string };
  readonly instead?: string;
  /** Whether the rule allows the action, or the action is another use of the same program. */
  readonly isAllowed: boolean;
  readonly findings: readonly Finding[];
  /** The acts that do all that a norm or a trigger says. */
  readonly actsMet: readonly Act[];
}

/** The minimum similarity, 0 to 1, at which a rule leads to a caution for an action that changes something. */
const LIKENESS_MIN = 0.13;

/** Judges an action by one stored rule. Stops only if every part of a norm is met, never by likeness. */
function judgeAction(action: Action, ruling: Ruling): Judgement {
  const { rule, isBinding, isTrusted, likeness } = ruling;
  const looks = action.acts.map((act) => judgeAct(act, action, ruling));
  const findings = looks.flatMap(({ found }) => found).filter(({ met }) => met !== 'missed');
  const best = findings.sort((one, other) => weightOf(other) - weightOf(one))[0];
  const actsMet = action.acts.filter((_, at) => looks[at]!.found.some(({ met }) => met === 'met'));
  const instead = rule.alternative === undefined ? {} : { instead: rule.alternative };
  const isAllowed = !best && looks.some((look) => look.isAllowed);
  if (best) {
    const stops = best.mayStop && best.met === 'met' && isTrusted && (isBinding || best.by === 'given');
    return { severity: stops ? 'stop' : 'caution', why: best, ...instead, isAllowed, findings, actsMet };
  }
  const bears = likeness >= LIKENESS_MIN && !action.isHarmless && !isAllowed;
  return { severity: bears ? 'caution' : 'info', why: { by: 'meaning' }, ...instead, isAllowed, findings, actsMet };
}

const weightOf = ({ met, mayStop, by }: Finding): number =>
  (met === 'met' && mayStop ? 4 : 0) + (met === 'met' ? 2 : 0) + (by === 'words' ? 0 : 1);

interface ActJudgement {
  readonly found: readonly Finding[];
  readonly isAllowed: boolean;
}

function judgeAct(act: Act, action: Action, ruling: Ruling): ActJudgement {
  const { rule, triggers } = ruling;
  if (act.effect === 'rehearses') return { found: [], isAllowed: true };
  const allowed = alternativesIn(act, rule.allowed);
  const byNorm = rule.norms.flatMap((norm) => findingOf(norm, act, { action, allowed, rule }) ?? []);
  const trigger =
    allowed.length > 0 || triggers.length === 0 ? undefined : triggers.find((one) => matchesAct(one, act));
  const byTrigger = trigger === undefined ? [] : findingOfTrigger(trigger, act, { action, rule, byNorm });
  const found = [...byNorm, ...byTrigger];
  const isRefuted = found.length > 0 && found.every(({ met }) => met === 'missed');
  return { found, isAllowed: allowed.length > 0 || isRefuted || isOtherUse(act, rule) };
}

interface Around {
  readonly action: Action;
  readonly allowed: readonly Alternative[];
  readonly rule: Rule;
}

/** Whether the rule also recommends the forbidden command. Such a rule restricts its conditions and not the command. */
const isRecommended = ({ hit }: NormMatch, { allowed }: Rule): boolean =>
  hit?.how === 'runs' && allowed.flat().some(({ text }) => stripPlaceholders(text) === stripPlaceholders(hit.name));
const stripPlaceholders = (name: string): string => name.replace(/\s*(?:<[^<>]*>|\.{3}|\*)/g, '');

function findingOf(norm: Norm, act: Act, { action, allowed, rule }: Around): Finding | undefined {
  const doing = matchNorm(norm, act);
  if (doing.met === 'missed' && !doing.hit) return undefined;
  const isAlternative =
    allowed.some((alternative) => isLiftedBy(alternative, norm, doing)) && !isRecommended(doing, rule);
  const parts = {
    act: isAlternative ? 'missed' : doing.met,
    ...(doing.met === 'missed' ? {} : checkConditions(norm, { act, action, hit: doing.hit })),
  };
  return {
    ...{ by: norm.source === 'given' ? 'given' : 'words', matched: doing.matched, parts, act: textOfAct(act) },
    met: worstMatch(Object.values(parts)),
    mayStop: norm.strength === 'must' && (norm.source === 'given' || isExact(norm, doing.hit)),
  };
}

/**
 * Whether a norm names the act exactly: a command with its subcommand, or a path that must not be changed. A program
 * name without a subcommand is exact only if the norm forbids running the program.
 */
function isExact({ verbs }: Norm, hit: NameHit | undefined): boolean {
  if (hit?.how !== 'runs') return hit?.how === 'changes' && (verbs.has('change') || verbs.has('delete'));
  return hit.size > 1 || verbs.size === 0 || verbs.has('run');
}

/**
 * Whether an alternative lifts a norm, by naming at least as many words and options as the norm names. A norm with a
 * limit (`number`) is never lifted.
 */
const isLiftedBy = (alternative: Alternative, { number }: Norm, { hit }: NormMatch): boolean =>
  alternative.size >= (hit?.size ?? 1) && alternative.flags >= (hit?.flags ?? 0) && number === undefined;

const textOfAct = ({ kind, words, content }: Act): string =>
  kind === 'sentence' || kind === 'code' ? content : words.join(' ');

type Alternative = Pick<NameHit, 'size' | 'flags'>;
const ANY_ALTERNATIVE: Alternative = { size: Infinity, flags: Infinity };

/**
 * Finds the recommended names that match an act. If a program is recommended, everything that it runs is recommended
 * too.
 */
function alternativesIn(act: Act, allowed: readonly (readonly Name[])[]): readonly Alternative[] {
  if (allowed.length === 0) return [];
  if (act.parent && !act.parent.isWrapper && alternativesIn(act.parent, allowed).length > 0) return [ANY_ALTERNATIVE];
  const wrapped = act.parent?.isWrapper ? allowed.some((names) => hitOf(names, act.parent!)?.how === 'runs') : false;
  if (wrapped) return [ANY_ALTERNATIVE];
  return allowed.flatMap((names) => hitOf(names, act) ?? []).filter(({ how }) => how !== 'reads');
}

/**
 * Whether the rule names only uses of the program that differ from the act: a rule on `git push --force` does not apply
 * to `git push`.
 */
const isOtherUse = ({ kind, program }: Act, { programs }: Rule): boolean => kind === 'shell' && programs.has(program);

function matchesAct(trigger: string, act: Act): boolean {
  if (act.kind === 'sql' && act.effect === 'looks' && !/^\s*(?:select|show|explain)/i.test(trigger)) return false;
  if (act.kind === 'shell' && isQuoting(act.program) && !matchesTrigger(trigger, act.program)) return false;
  return textsOf(act).matchesReading(trigger);
}

interface TriggerContext {
  readonly action: Action;
  readonly rule: Rule;
  readonly byNorm: readonly Finding[];
}

/** Turns a matching trigger into a finding. A trigger is treated as a norm with one name, under the conditions of the rule's norms. */
function findingOfTrigger(trigger: string, act: Act, { action, rule, byNorm }: TriggerContext): Finding[] {
  if (act.effect === 'looks' && byNorm.length === 0 && !/\s/.test(trigger.replace(/\W*\*.*$/, ''))) return [];
  const norms = rule.norms.filter(({ strength }) => strength === 'must');
  const fit =
    norms.length === 0
      ? 'met'
      : bestMatch(norms.map((norm) => worstMatch(Object.values(checkConditions(norm, { act, action })))));
  // A rule on a different use of the program does not apply: a rule on `git push --force` does not concern `git push`.
  const isOther = byNorm.length === 0 && norms.some(({ names }) => names.length > 0);
  const parts = { trigger: 'met' as const, conditions: isOther ? ('missed' as const) : fit };
  const isFirm = norms.length > 0 || (rule.isFirm && rule.norms.length === 0);
  return [
    {
      by: 'trigger',
      matched: trigger,
      act: textOfAct(act),
      met: worstMatch(Object.values(parts)),
      parts,
      // An edit stops only if its path matches: the edited code may be in a place that the rule does not mean.
      mayStop: isFirm && !rule.isGiven && (act.kind !== 'edit' || matchesTrigger(trigger, act.targets[0]!.text)),
    },
  ];
}

/** Whether an act does what at least one of the norms forbids. Conditions are not checked. */
export const matchesAnyNorm = (norms: readonly Norm[], { acts }: Action): boolean =>
  norms.some((norm) => acts.some((act) => matchNorm(norm, act).met !== 'missed'));

export interface JudgedEntry<Entry> {
  readonly entry: Entry;
  readonly judgement: Judgement;
  readonly likeness: number;
}

/**
 * Judges an action by all rulings and returns the gravest judgement first. If the action complies with one ruling,
 * rulings that are less similar to the action and match only by meaning are lowered to `info`.
 */
export const judgeAll = <Entry extends Ruling>(action: Action, rulings: readonly Entry[]): JudgedEntry<Entry>[] =>
  sortByGravity(judgeEach(action, rulings));

const RULINGS_PER_BATCH = 50;

/** Judges in batches like `judgeAll`, and awaits `othersTurn` between them, so that other work can run. */
export async function judgeInBatches<Entry extends Ruling>(
  action: Action,
  rulings: readonly Entry[],
  othersTurn: () => Promise<unknown>,
): Promise<JudgedEntry<Entry>[]> {
  const all: JudgedEntry<Entry>[] = [];
  for (let at = 0; at < rulings.length; at += RULINGS_PER_BATCH) {
    if (at > 0) await othersTurn();
    all.push(...judgeEach(action, rulings.slice(at, at + RULINGS_PER_BATCH)));
  }
  return sortByGravity(all);
}

const judgeEach = <Entry extends Ruling>(action: Action, rulings: readonly Entry[]): JudgedEntry<Entry>[] =>
  rulings.map((entry) => ({ entry, judgement: judgeAction(action, entry), likeness: entry.likeness }));

function sortByGravity<Entry>(all: readonly JudgedEntry<Entry>[]): JudgedEntry<Entry>[] {
  const allowed = Math.max(0, ...all.map(({ judgement, likeness }) => (judgement.isAllowed ? likeness : 0)));
  const weighed = all.map((one) =>
    one.judgement.why.by === 'meaning' && one.likeness < allowed ? lowerToInfo(one) : one,
  );
  return weighed.sort((one, other) => gravityOfEntry(other) - gravityOfEntry(one) || other.likeness - one.likeness);
}

const lowerToInfo = <Entry>(one: JudgedEntry<Entry>): JudgedEntry<Entry> => ({
  ...one,
  judgement: { ...one.judgement, severity: 'info' },
});

const rankBySeverity: Readonly<Record<Severity, number>> = { stop: 2, caution: 1, info: 0 };
const gravityOfEntry = ({ judgement: { severity, why } }: JudgedEntry<unknown>): number =>
  2 * rankBySeverity[severity] + (why.by === 'meaning' ? 0 : 1);

/** The verdict on an action: the gravest severity, or `proceed` if nothing speaks against the action. */
export function verdictOf(weighed: readonly JudgedEntry<unknown>[]): 'proceed' | 'caution' | 'stop' {
  const gravest = weighed[0]?.judgement.severity ?? 'info';
  return gravest === 'info' ? 'proceed' : gravest;
}
