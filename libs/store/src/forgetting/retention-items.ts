import type { ItemState, RetentionRule } from '@cairn/contracts';
import { sql, type SqlBool } from 'kysely';
import type { Dialect } from '../kit/dialect.ts';

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

const statesOf = {
  archiveAfterDays: ['active'],
  forgetAfterDays: ['active', 'archived', 'superseded'],
} as const satisfies Record<Days, readonly ItemState[]>;

interface RetentionContext {
  readonly rules: readonly AgeingRule[];
  /** Epoch ms. */
  readonly now: number;
}

/** Selects the items that a rule deletes at the time of the run; empty if the rule deletes nothing. */
export const toForget = (rule: AgeingRule, context: RetentionContext): Ageing[] =>
  ageingOf(rule, 'forgetAfterDays', context);

/** Selects the items that a rule archives at the time of the run, without those that it deletes anyway. */
export function toArchive(rule: AgeingRule, context: RetentionContext): Ageing[] {
  const notBefore = toForget(rule, context)[0]?.before;
  return ageingOf(rule, 'archiveAfterDays', context)
    .filter(({ before }) => notBefore === undefined || notBefore < before)
    .map((ageing) => ({ ...ageing, notBefore }));
}

function ageingOf(rule: AgeingRule, days: Days, { rules, now }: RetentionContext): Ageing[] {
  const { kind, channel, [days]: kept } = rule;
  if (kept === null) return [];
  const others = rules.filter((other) => channel === null && other.kind === kind);
  const except = others.flatMap((other) => other.channel ?? []);
  return [{ kind, channel, except, states: statesOf[days], before: now - kept * DAY_MS }];
}

const changedSince = (time: number) =>
  sql<SqlBool>`exists (select 1 from revision where revision.org_id = item.org_id
    and revision.item_id = item.id and revision.at >= ${time})`;

/**
 * Selects aged items of the organisation, whoever may read them. Chunks of a knowledge base are never selected: they live
 * as long as the base.
 */
export function agedItems({ queries }: Pick<Dialect, 'queries'>, orgId: string, ageing: Ageing) {
  const { kind, channel, except, states, before, notBefore } = ageing;
  let query = queries
    .selectFrom('item')
    .where('item.org_id', '=', orgId)
    .where('item.kind', '=', kind)
    .where('item.state', 'in', states)
    .where('item.knowledge_base', 'is', null)
    .where('item.created_at', '<', before)
    .where((eb) => eb.not(changedSince(before)));
  if (notBefore !== undefined)
    query = query.where((eb) => eb.or([eb('item.created_at', '>=', notBefore), changedSince(notBefore)]));
  if (channel !== null) return query.where('item.channel', '=', channel);
  if (except.length === 0) return query;
  return query.where((eb) => eb.or([eb('item.channel', 'is', null), eb('item.channel', 'not in', except)]));
}
