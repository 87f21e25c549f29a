import type { Action, Deed } from './action.ts';
import { matchesTrigger } from './glob.ts';
import { alternativeIn, nameIn, setOtherwise, wrongPrefix } from './names.ts';
import { stemsOf, type Clause, type Rule } from './rule.ts';

export const reasons = ['trigger', 'words', 'meaning'] as const;
export const severities = ['stop', 'caution', 'info'] as const;
export type Severity = (typeof severities)[number];

/** A stored rule, lesson or decision, as judging needs it. */
export interface Ruling {
  readonly rule: Rule;
  readonly triggers: readonly string[];
  /** Its category may stop: a rule or a decision. */
  readonly isBinding: boolean;
  /** A person or a manager wrote or confirmed it. */
  readonly isTrusted: boolean;
  /** How near its text is to the action's, 0-1. */
  readonly likeness: number;
}

export interface Judgement {
  readonly severity: Severity;
  readonly why: { readonly by: (typeof reasons)[number]; readonly matched?: string };
  readonly instead?: string;
  /** The action is the variant that the rule allows. */
  readonly isAllowed?: boolean;
}

/** What is at least this near bears on an action that changes something. */
export const LIKENESS_MIN = 0.13;
const COVERED_MIN = 0.75;
const ASSERTS = /\b(?:assert|expect|should|raises|toThrow|toEqual)\b/;
const WAS_ASKED = /\b(?:asked|approved|requested|confirmed|told)\b/i;
const WAS_NOT_ASKED =
  /\b(?:not|nobody|never|no one|without)\b.{0,20}\b(?:asked|approved|requested|confirmed|told|asking)\b/i;

/** What one stored rule says of an action. Stops only through a trigger or a name, never by likeness. */
export function judge(action: Action, ruling: Ruling): Judgement {
  const judged = judgedBy(action, ruling);
  const evidence = firstOf(action.deeds, (deed) => evidenceOf(judged, deed));
  const instead = ruling.rule.alternative === undefined ? {} : { instead: ruling.rule.alternative };
  if (!evidence) return { ...byLikeness(judged), ...instead };
  const { by, matched } = evidence;
  return { severity: severityOf(action, ruling, evidence), why: { by, matched }, ...instead };
}

/** An action before a ruling. What holds for all of its deeds is read once, when it is asked for. */
interface Judged {
  readonly action: Action;
  readonly ruling: Ruling;
  readonly complying: ReadonlySet<Deed>;
  /** Stems of everything that acts. */
  readonly done: () => ReadonlySet<string>;
}

function judgedBy(action: Action, ruling: Ruling): Judged {
  let done: ReadonlySet<string> | undefined;
  return {
    action,
    ruling,
    complying: new Set(action.deeds.filter((deed) => complies(action, deed, ruling))),
    done: () => (done ??= stemsDone(action)),
  };
}

function stemsDone({ deeds, path }: Action): ReadonlySet<string> {
  const acting = deeds.filter(({ onlyLooks }) => !onlyLooks).flatMap(({ readings }) => readings);
  return new Set(stemsOf([...acting, path ?? ''].join(' ')));
}

function firstOf<One, Found>(all: readonly One[], find: (one: One) => Found | undefined): Found | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Evidence {
  readonly by: 'trigger' | 'words';
  readonly matched: string;
}

function evidenceOf(judged: Judged, deed: Deed): Evidence | undefined {
  const { action, ruling } = judged;
  if (judged.complying.has(deed)) return undefined;
  const trigger = ruling.triggers.find((one) =>
    deed.readings.some((text) => matchesTrigger(one, text) && isMeant(action, deed, one)),
  );
  if (trigger !== undefined) return { by: 'trigger', matched: trigger };
  const named = forbiddenIn(judged, deed);
  return named === undefined ? undefined : { by: 'words', matched: named };
}

/** A query that only reads does nothing to the columns that it names. */
const isMeant = ({ kind }: Action, { onlyLooks }: Deed, trigger: string): boolean =>
  kind !== 'sql' || !onlyLooks || /^\s*(?:select|show|explain|describe)\b/i.test(trigger);

/** The allowed variant, a dry run, or a test that the forbidden thing is refused. */
function complies(action: Action, deed: Deed, { rule, triggers }: Ruling): boolean {
  if (deed.isRehearsal) return true;
  if (action.isTest && !/\btests?\b/i.test(rule.text) && ASSERTS.test(deed.readings.join(' '))) return true;
  return alternativeIn(deed, rule, triggers) !== undefined;
}

function forbiddenIn(judged: Judged, deed: Deed): string | undefined {
  const { action, complying } = judged;
  const { rule } = judged.ruling;
  const clauses = rule.clauses.filter(({ force }) => force === 'forbids');
  for (const clause of clauses) {
    const name = isHere(action, clause) ? nameIn(deed, clause) : undefined;
    if (name !== undefined) return name;
  }
  if (deed.onlyLooks) return undefined;
  const isCovered = complying.size === 0 ? covered(judged, deed, clauses) : undefined;
  return isCovered ?? setOtherwise(deed, rule) ?? wrongPrefix(deed, rule);
}

/** Everything that a prohibition is about is in what is done. */
function covered({ action, done: doneByAll }: Judged, deed: Deed, clauses: readonly Clause[]): string | undefined {
  const done = deed.words.length > 0 ? doneByAll() : new Set(stemsOf([...deed.readings, action.path ?? ''].join(' ')));
  const hit = clauses.find(({ stems, isConditional }) => {
    if (isConditional || stems.length < (action.kind === 'sentence' ? 3 : 2)) return false;
    const share = stems.filter((one) => done.has(one)).length / stems.length;
    return stems.length === 2 ? share === 1 : share >= COVERED_MIN;
  });
  return hit?.text;
}

/** `A must not import B` holds in A. */
const isHere = ({ path }: Action, { subjects }: Clause): boolean =>
  path === undefined || subjects.length === 0 || subjects.some((subject) => path.includes(subject));

function severityOf(action: Action, ruling: Ruling, { matched, by }: Evidence): Severity {
  const { rule, isBinding, isTrusted } = ruling;
  if (!isBinding || !isTrusted || !rule.isFirm) return 'caution';
  if (/\bunless\b/i.test(rule.text) && WAS_ASKED.test(action.text) && !WAS_NOT_ASKED.test(action.text))
    return 'caution';
  return by === 'trigger' && isElsewhere(action, rule, matched) ? 'caution' : 'stop';
}

/** Every prohibition that holds what was matched is bound to a place that the action does not name. */
function isElsewhere(action: Action, { clauses }: Rule, matched: string): boolean {
  const wanted = stemsOf(matched);
  const about = clauses.filter(({ force, stems }) => force === 'forbids' && wanted.some((one) => stems.includes(one)));
  const here = new Set(stemsOf(action.text));
  const isBound = ({ places }: Clause) => places.length > 0 && !places.some((place) => here.has(place));
  return about.length > 0 && about.every(isBound);
}

/** Likeness alone warns of what changes something; prose for people changes nothing. */
function byLikeness({ action, ruling, complying }: Judged): Judgement {
  const isAllowed = complying.size > 0;
  const bears = ruling.likeness >= LIKENESS_MIN && !action.onlyLooks && !action.isProse && !isAllowed;
  return { severity: bears ? 'caution' : 'info', why: { by: 'meaning' }, isAllowed };
}

const rank: Readonly<Record<Severity, number>> = { stop: 2, caution: 1, info: 0 };

export interface Weighed<Entry> {
  readonly entry: Entry;
  readonly judgement: Judgement;
  readonly likeness: number;
}

/**
 * Judges all that was found, gravest first. Where the nearest of them is one that the action complies with, what is less
 * near and only alike says nothing.
 */
export const judgeAll = <Entry extends Ruling>(action: Action, rulings: readonly Entry[]): Weighed<Entry>[] =>
  inOrder(judgeEach(action, rulings));

const JUDGED_AT_ONCE = 50;

/** The same in pages, between which `othersTurn` is waited for. */
export async function judgeInTurns<Entry extends Ruling>(
  action: Action,
  rulings: readonly Entry[],
  othersTurn: () => Promise<unknown>,
): Promise<Weighed<Entry>[]> {
  const all: Weighed<Entry>[] = [];
  for (let at = 0; at < rulings.length; at += JUDGED_AT_ONCE) {
    if (at > 0) await othersTurn();
    all.push(...judgeEach(action, rulings.slice(at, at + JUDGED_AT_ONCE)));
  }
  return inOrder(all);
}

const judgeEach = <Entry extends Ruling>(action: Action, rulings: readonly Entry[]): Weighed<Entry>[] =>
  rulings.map((entry) => ({ entry, judgement: judge(action, entry), likeness: entry.likeness }));

function inOrder<Entry>(all: readonly Weighed<Entry>[]): Weighed<Entry>[] {
  const allowed = Math.max(0, ...all.map(({ judgement, likeness }) => (judgement.isAllowed ? likeness : 0)));
  const weighed = all.map((one) =>
    one.judgement.why.by === 'meaning' && one.likeness < allowed ? quietened(one) : one,
  );
  return weighed.sort((one, other) => gravity(other) - gravity(one) || other.likeness - one.likeness);
}

const quietened = <Entry>(one: Weighed<Entry>): Weighed<Entry> => ({
  ...one,
  judgement: { ...one.judgement, severity: 'info' },
});

const gravity = ({ judgement: { severity, why } }: Weighed<unknown>): number =>
  2 * rank[severity] + (why.by === 'meaning' ? 0 : 1);

/** `stop`, `caution`, or nothing that speaks against it. */
export function verdictOf(weighed: readonly Weighed<unknown>[]): 'proceed' | 'caution' | 'stop' {
  const gravest = weighed[0]?.judgement.severity ?? 'info';
  return gravest === 'info' ? 'proceed' : gravest;
}
