import type { OrgId, RetentionCount, RetentionRule, RetentionRun } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/** The target of a rule: a kind, or a kind in a channel. */
export type RetentionPlace = Pick<RetentionRule, 'kind' | 'channel'>;

/**
 * Retention rules of an organisation. Without a rule nothing is deleted. A run archives in pages, then hands the items to delete to
 * an act of forgetting; both continue where they stopped, however often a process is killed. Rules cover the whole organisation,
 * whoever may read an item; only counts are returned.
 */
export abstract class Retentions {
  abstract rules(orgId: OrgId): Promise<RetentionRule[]>;

  /** Replaces the rule of that kind and channel. More than `limits.retentionRules` are `request/invalid`. */
  abstract set(author: Principal, rule: RetentionPlace & RetentionDays): Promise<void>;

  /** Returns false if there was none. */
  abstract remove(author: Principal, place: RetentionPlace): Promise<boolean>;

  /** Counts what each rule would do now. */
  abstract preview(orgId: OrgId): Promise<RetentionCount[]>;

  /** Begins a run under an id that the caller makes. */
  abstract begin(author: Principal, id: string): Promise<void>;

  /**
   * Begins a run for each organisation with rules, if none of its rules changed since `settledBefore` and no run began since
   * `lastBefore` (epoch ms). Returns how many.
   */
  abstract beginDue(times: { readonly settledBefore: number; readonly lastBefore: number }): Promise<number>;

  /** Runs the next page; undefined if there is no such run. */
  abstract goOn(orgId: OrgId, id: string): Promise<RetentionRun['state'] | undefined>;

  abstract lastRun(orgId: OrgId): Promise<RetentionRun | undefined>;
}

export type RetentionDays = Pick<RetentionRule, 'archiveAfterDays' | 'forgetAfterDays'>;
