import type { OrgId, RetentionCount, RetentionRule, RetentionRun } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/** Items to which a rule applies: those of a kind, or only those of the kind in one channel. */
export type RetentionPlace = Pick<RetentionRule, 'kind' | 'channel'>;

/**
 * Retention rules of an organisation. Without a rule nothing is deleted. A run archives items in pages, then begins an act
 * of forgetting for the items to delete; both continue where they stopped, however often a process is killed. Rules apply
 * to all items of the organisation, whoever may read them; only counts are returned.
 */
export abstract class Retentions {
  abstract rules(orgId: OrgId): Promise<RetentionRule[]>;

  /**
   * Sets the rule of a kind and channel, replacing the former one. More than `limits.retentionRules` rules are
   * `request/invalid`.
   */
  abstract set(author: Principal, rule: RetentionPlace & RetentionDays): Promise<void>;

  /** Removes a rule. Returns false if it did not exist. */
  abstract remove(author: Principal, place: RetentionPlace): Promise<boolean>;

  /** Counts the items that each rule would archive or delete now. */
  abstract preview(orgId: OrgId): Promise<RetentionCount[]>;

  /** Begins a run under an id that the caller makes. */
  abstract begin(author: Principal, id: string): Promise<void>;

  /**
   * Begins a run for each organisation with rules, if none of its rules changed since `settledBefore` and no run began
   * since `lastBefore` (epoch ms). Returns the number of begun runs.
   */
  abstract beginDue(times: { readonly settledBefore: number; readonly lastBefore: number }): Promise<number>;

  /** Runs the next page of a run and returns its state; undefined if there is no such run. */
  abstract goOn(orgId: OrgId, id: string): Promise<RetentionRun['state'] | undefined>;

  abstract lastRun(orgId: OrgId): Promise<RetentionRun | undefined>;
}

export type RetentionDays = Pick<RetentionRule, 'archiveAfterDays' | 'forgetAfterDays'>;
