import type { OrgId, Principal, RetentionCount, RetentionRule, RetentionRun } from '@cairn/contracts';

/** Whose rule one is: of a kind, or of a kind in a channel. */
export type RetentionPlace = Pick<RetentionRule, 'kind' | 'channel'>;

/**
 * How long an organisation keeps what. Nothing goes without a rule. A run archives in pages, then hands what is to be deleted to
 * an act of forgetting; both go on where they ended however often a process is killed. Rules hold for the whole
 * organisation, whoever may read an item: of what a run touches, only counts come back.
 */
export abstract class Retentions {
  abstract rules(orgId: OrgId): Promise<RetentionRule[]>;

  /** In place of the rule of that kind and channel. More than `limits.retentionRules` are `request/invalid`. */
  abstract set(author: Principal, rule: RetentionPlace & RetentionDays): Promise<void>;

  /** False if there was none. */
  abstract remove(author: Principal, place: RetentionPlace): Promise<boolean>;

  /** What each rule would do now. */
  abstract preview(orgId: OrgId): Promise<RetentionCount[]>;

  /** Begins a run under an id of the caller's. */
  abstract begin(author: Principal, id: string): Promise<void>;

  /**
   * Begins a run for each organisation that has rules, none of them changed since `settledBefore` and no run begun since
   * `lastBefore` (epoch ms). Returns how many.
   */
  abstract beginDue(times: { readonly settledBefore: number; readonly lastBefore: number }): Promise<number>;

  /** Does the next page of a run; undefined for one that is not there. */
  abstract goOn(orgId: OrgId, id: string): Promise<RetentionRun['state'] | undefined>;

  abstract lastRun(orgId: OrgId): Promise<RetentionRun | undefined>;
}

export type RetentionDays = Pick<RetentionRule, 'archiveAfterDays' | 'forgetAfterDays'>;
