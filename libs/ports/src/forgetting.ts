import type { ForgetCertificate, ItemId, OrgId, PrincipalId } from '@cairn/contracts';
import type { Principal, Scope } from '@cairn/domain';
import type { Pointer } from './index-ledger.ts';

/** The items to forget: every item that matches all of these fields. */
export interface Selection {
  readonly ids?: readonly ItemId[] | undefined;
  /** Only messages have a session. */
  readonly sessionKey?: string | undefined;
  /** Only messages have a speaker. */
  readonly speaker?: string | undefined;
  readonly source?: string | undefined;
  /** The import id in the provenance of the items. */
  readonly importId?: string | undefined;
  readonly channel?: string | undefined;
  /** Lower bound of the effective time, epoch ms. */
  readonly since?: number | undefined;
  /** Also selects memories made from selected items, directly or through other memories. */
  readonly lineage: boolean;
}

/** The items of a selection, as far as the scope sees them. */
export interface Selected {
  /** The items that this author may forget, in the order of arrival. */
  readonly items: readonly Pointer[];
  /** The number of items by other authors, which this author's role may not forget. */
  readonly others: number;
}

/** A session or a source that is forgotten as a whole: new items of it are refused. */
export type Blocked = 'session' | 'source';

/** An act whose items are being forgotten, for the subscriber that continues it. */
export interface ForgetAct {
  readonly orgId: OrgId;
  readonly id: string;
  readonly state: ForgetCertificate['state'];
}

/** A place that was searched, and the number of forgotten rows found there. */
export type Remaining = ForgetCertificate['verified'][number];

/**
 * Forgets many items in one act. The selection is stored when the act begins. The act runs in pages, each of which is one commit,
 * so that it continues where it stopped, however often a process is killed. A writer forgets what they wrote themselves; managers
 * and admins forget whatever the scope sees.
 */
export abstract class Forgetting {
  /** Returns what the act would forget now. Changes nothing. */
  abstract select(scope: Scope, author: Principal, selection: Selection): Promise<Selected>;

  /**
   * Begins an act under an id that the caller makes. If the selection is exactly one session or one source, new items of it are
   * refused from then on with `item/forgotten`: everyone's if a manager forgets it, otherwise the author's own.
   */
  abstract begin(scope: Scope, author: Principal, selection: Selection, id: string): Promise<void>;

  /** Runs the next page of an act and returns its state; undefined if there is no such act. */
  abstract goOn(orgId: OrgId, id: string): Promise<ForgetAct['state'] | undefined>;

  /** The number of an act's items that some index still has. Dead letters do not count. */
  abstract waiting(orgId: OrgId, id: string): Promise<number>;

  /** Deletes rows that a process wrote after an item of the act was forgotten, because it had read the item before. */
  abstract sweep(orgId: OrgId, id: string): Promise<void>;

  /** Searches every table of the store for rows that name an item of the act and hold more than its existence. */
  abstract leftInStore(orgId: OrgId, id: string): Promise<Remaining[]>;

  /** The ids of the items that the act forgot, a page at a time. */
  abstract forgotten(
    orgId: OrgId,
    id: string,
    page: { readonly after?: ItemId | undefined; readonly limit: number },
  ): Promise<ItemId[]>;

  /** Stores the result of a search. If nothing remains anywhere, the act is verified. */
  abstract keepVerification(orgId: OrgId, id: string, remaining: readonly Remaining[]): Promise<void>;

  /** The certificate of an act that this principal began. */
  abstract certificate(orgId: OrgId, principalId: PrincipalId, id: string): Promise<ForgetCertificate | undefined>;
}
