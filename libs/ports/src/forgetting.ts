import type { ForgetCertificate, ItemId, OrgId, PrincipalId } from '@cairn/contracts';
import type { Principal, Scope } from '@cairn/domain';
import type { Pointer } from './index-ledger.ts';

/** Selects the items to forget: those that match all given fields. */
export interface Selection {
  readonly ids?: readonly ItemId[] | undefined;
  /** Matches only messages, since other items have no session. */
  readonly sessionKey?: string | undefined;
  /** Matches only messages, since other items have no speaker. */
  readonly speaker?: string | undefined;
  readonly source?: string | undefined;
  /** The import id in the provenance of the items. */
  readonly importId?: string | undefined;
  readonly channel?: string | undefined;
  /** Lower bound of the effective time, epoch ms. */
  readonly since?: number | undefined;
  /** Matches items whose title or text contains this; the letters A to Z match in either case. */
  readonly contains?: string | undefined;
  /** Whether to forget the memories, too, that were made from selected items, directly or through other memories. */
  readonly lineage: boolean;
}

/** The items of a selection that the scope sees. */
export interface SelectedItems {
  /** The selected items that this author may forget, in the order of arrival. */
  readonly items: readonly Pointer[];
  /** The number of selected items by other authors, which this author's role may not forget. */
  readonly others: number;
}

/** Kinds of groups that can be forgotten as a whole: afterwards new items of the session or source are refused. */
export type BlockableGroup = 'session' | 'source';

/** An act of forgetting that is not finished, for the subscriber that continues it. */
export interface ForgetAct {
  readonly orgId: OrgId;
  readonly id: string;
  readonly state: ForgetCertificate['state'];
}

/** A place that was searched after an act, and the number of rows about forgotten items that remain there. */
export type RemainingRows = ForgetCertificate['verified'][number];

/**
 * Forgets many items in one act. The selection is stored when the act begins. The act runs in pages, each of which is one
 * commit, so that it continues where it stopped, however often a process is killed. Writers forget what they wrote
 * themselves; managers and admins forget whatever the scope sees.
 */
export abstract class Forgetting {
  /** Returns what an act with this selection would forget now; changes nothing. */
  abstract select(scope: Scope, author: Principal, selection: Selection): Promise<SelectedItems>;

  /**
   * Begins an act under an id that the caller makes. If the selection is exactly one session or one source, new items of it
   * are refused from then on with `item/forgotten`: everyone's if a manager began the act, otherwise only the author's own.
   */
  abstract begin(scope: Scope, author: Principal, selection: Selection, id: string): Promise<void>;

  /** Runs the next page of an act and returns its state; undefined if there is no such act. */
  abstract goOn(orgId: OrgId, id: string): Promise<ForgetAct['state'] | undefined>;

  /** The number of the act's items that some index still contains. Dead letters do not count. */
  abstract waiting(orgId: OrgId, id: string): Promise<number>;

  /** Deletes rows that a process wrote after an item of the act was forgotten, because it had read the item before. */
  abstract sweep(orgId: OrgId, id: string): Promise<void>;

  /** Searches every table of the store for rows that name an item of the act and hold more than a tombstone does. */
  abstract leftInStore(orgId: OrgId, id: string): Promise<RemainingRows[]>;

  /** Lists the ids of the items that the act forgot, a page at a time. */
  abstract forgotten(
    orgId: OrgId,
    id: string,
    page: { readonly after?: ItemId | undefined; readonly limit: number },
  ): Promise<ItemId[]>;

  /** Stores the result of a search for remaining rows. If none remain anywhere, the act counts as verified. */
  abstract keepVerification(orgId: OrgId, id: string, remaining: readonly RemainingRows[]): Promise<void>;

  /** Returns the certificate of an act, if this principal began it. */
  abstract certificate(orgId: OrgId, principalId: PrincipalId, id: string): Promise<ForgetCertificate | undefined>;
}
