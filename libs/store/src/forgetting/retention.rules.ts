import {
  CairnError,
  limits,
  type ItemState,
  type OrgId,
  type PrincipalId,
  type RetentionRule,
  type RetentionRun,
} from '@cairn/contracts';
import type { Author } from '../kit/item-rows.ts';
import type { RuleRow, RunRow } from './retention.tables.ts';

/** The items to which a rule applies: all items of a kind, or only the items of the kind in one channel. */
export type RetentionPlace = Pick<RetentionRule, 'kind' | 'channel'>;
export type RetentionDays = Pick<RetentionRule, 'archiveAfterDays' | 'forgetAfterDays'>;

/** Selects items of one kind that were stored, and last changed, before a time. */
export interface Ageing {
  readonly kind: RetentionRule['kind'];
  /**
   * The channel that the rule names. Null selects items without a channel and items of every channel that `except` does not
   * list.
   */
  readonly channel: string | null;
  readonly except: readonly string[];
  readonly states: readonly ItemState[];
  /** Items stored and last changed before this time are selected, in epoch ms. */
  readonly before: number;
  /** Items stored and last changed before this time are left out, since another rule handles them; epoch ms. */
  readonly notBefore?: number | undefined;
}

const DAY_MS = 86_400_000;

type Days = 'archiveAfterDays' | 'forgetAfterDays';
export type AgeingRule = Pick<RetentionRule, 'kind' | 'channel' | Days>;

const statesByAction = {
  archiveAfterDays: ['active'],
  forgetAfterDays: ['active', 'proposed', 'archived', 'superseded'],
} as const satisfies Record<Days, readonly ItemState[]>;

export interface RetentionContext {
  readonly rules: readonly AgeingRule[];
  /** Epoch ms. */
  readonly now: number;
}

/** Selects the items that a rule deletes at the time of the run; empty if the rule deletes nothing. */
export const forgettableAges = (rule: AgeingRule, context: RetentionContext): Ageing[] =>
  ageingOf(rule, 'forgetAfterDays', context);

/** Selects the items that a rule archives at the time of the run. Leaves out items that the rule deletes at that time. */
export function archivableAges(rule: AgeingRule, context: RetentionContext): Ageing[] {
  const notBefore = forgettableAges(rule, context)[0]?.before;
  return ageingOf(rule, 'archiveAfterDays', context)
    .filter(({ before }) => notBefore === undefined || notBefore < before)
    .map((ageing) => ({ ...ageing, notBefore }));
}

function ageingOf(rule: AgeingRule, days: Days, { rules, now }: RetentionContext): Ageing[] {
  const { kind, channel, [days]: kept } = rule;
  if (kept === null) return [];
  const others = rules.filter((other) => channel === null && other.kind === kind);
  const except = others.flatMap((other) => other.channel ?? []);
  return [{ kind, channel, except, states: statesByAction[days], before: now - kept * DAY_MS }];
}

/** Returns the rules of a run and the time at which it began: an item that becomes due later belongs to the next run. */
export const contextOf = ({ rules, begun_at }: Pick<RunRow, 'rules' | 'begun_at'>): RetentionContext => ({
  rules: JSON.parse(rules ?? '[]') as AgeingRule[],
  now: Number(begun_at),
});

/** Throws `request/invalid` if there are more rules than an organisation may have. */
export function requireFewRules(count: number, channel: string | null): void {
  const { max } = limits.retentionRules;
  if (count <= max) return;
  const message = `There are ${max} rules of retention already, which is the limit.`;
  throw new CairnError('request/invalid', message, {
    issues: [{ field: 'body.channel', value: channel, message, allowed: `${max} rules` }],
  });
}

/**
 * Selects the organisations whose newest rule is older than `settledBefore`, each with the principal who set that rule.
 * `rules` are ordered by time.
 */
export function settledSetters(
  rules: readonly Pick<RuleRow, 'org_id' | 'principal_id' | 'at'>[],
  settledBefore: number,
): Author[] {
  const newest = new Map(rules.map((row) => [row.org_id, row]));
  return [...newest.values()]
    .filter(({ at }) => Number(at) < settledBefore)
    .map(({ org_id, principal_id }) => ({ orgId: org_id as OrgId, principalId: principal_id as PrincipalId }));
}

export const ruleOf = ({ kind, channel, archive_days, forget_days, principal_id, at }: RuleRow): RetentionRule => ({
  kind,
  channel: channel === '' ? null : channel,
  archiveAfterDays: archive_days,
  forgetAfterDays: forget_days,
  setBy: principal_id as PrincipalId,
  setAt: Number(at),
});

export const runOf = ({ id, principal_id, begun_at, ended_at, archived, forget_id }: RunRow): RetentionRun => ({
  id,
  state: ended_at === null ? 'running' : 'done',
  by: principal_id as PrincipalId,
  begunAt: Number(begun_at),
  endedAt: ended_at === null ? null : Number(ended_at),
  archived,
  forgetId: forget_id,
});
