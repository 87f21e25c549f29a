import type { ForgetCertificate, ForgetSelector, ItemId, OrgId, PrincipalId, Principal, Scope } from '@cairn/contracts';
import type { Pointer } from './index-ledger.ts';

/** What is to be forgotten: every item that matches all of these fields. */
export interface Selection {
  readonly ids?: readonly ItemId[] | undefined;
  /** Only messages have one. */
  readonly sessionKey?: string | undefined;
  /** Only messages have one. */
  readonly speaker?: string | undefined;
  readonly source?: string | undefined;
  /** The import, as the provenance of the items names it. */
  readonly importId?: string | undefined;
  readonly channel?: string | undefined;
  /** From this effective time on, epoch ms. */
  readonly since?: number | undefined;
  /** Also every memory that was made from one of them, by however many steps. */
  readonly lineage: boolean;
}

/** The extent of a selection, as far as the scope sees it. */
export interface Selected {
  /** The items that this author may forget, in the order of arrival. */
  readonly items: readonly Pointer[];
  /** How many items others wrote, which this author's role may not forget. */
  readonly others: number;
}

/** A session or a source that is forgotten as a whole: later messages of it are refused. */
export type Blocked = 'session' | 'source';

/** An act whose items are being forgotten, for the subscriber that continues it. */
export interface ForgetAct {
  readonly orgId: OrgId;
  readonly id: string;
  readonly state: ForgetCertificate['state'];
}

/** A place that was searched, and how many forgotten rows were still there. */
export type Left = ForgetCertificate['verified'][number];

/**
 * Forgets many items in one act. The selection is stored when the act begins. The act runs in pages, each of which is one commit,
 * so that it continues where it stopped, however often a process is killed. A writer forgets what they wrote themselves; managers
 * and admins forget whatever the scope sees.
 */
export abstract class Forgetting {
  /** What the act would forget now. Changes nothing. */
  abstract select(scope: Scope, author: Principal, selection: Selection): Promise<Selected>;

  /**
   * Begins an act under an id that the caller makes. From then on, if the selection is one session or one source alone, new items
   * of it are refused with `item/forgotten`: everyone's if a manager forgets it, otherwise the author's own.
   */
  abstract begin(scope: Scope, author: Principal, selection: Selection, id: string): Promise<void>;

  /** Runs the next page of an act and returns its state; undefined if there is no such act. */
  abstract goOn(orgId: OrgId, id: string): Promise<ForgetAct['state'] | undefined>;

  /** How many of an act's items are still in some index. Dead letters do not count. */
  abstract waiting(orgId: OrgId, id: string): Promise<number>;

  /** Removes what was written after an item of the act was forgotten, by a process that had read it before. */
  abstract sweep(orgId: OrgId, id: string): Promise<void>;

  /** Searches every table of the store for rows that name an item of the act and hold more than the fact that it was there. */
  abstract leftInStore(orgId: OrgId, id: string): Promise<Left[]>;

  /** The ids of the items that the act forgot, a page at a time. */
  abstract forgotten(
    orgId: OrgId,
    id: string,
    page: { readonly after?: ItemId | undefined; readonly limit: number },
  ): Promise<ItemId[]>;

  /** Stores the result of a search. If nothing is left anywhere, the act is verified. */
  abstract keepVerification(orgId: OrgId, id: string, left: readonly Left[]): Promise<void>;

  /** The certificate of an act that this principal began. */
  abstract certificate(orgId: OrgId, principalId: PrincipalId, id: string): Promise<ForgetCertificate | undefined>;
}

/** The fields that a selection has. */
export const selectorsOf = ({ lineage: _, ...names }: Selection): ForgetSelector[] =>
  (Object.keys(names) as ForgetSelector[]).filter((name) => names[name] !== undefined);

/** The session or source that a selection forgets as a whole, if it names nothing else. */
export function blockedBy(selection: Selection): { readonly what: Blocked; readonly name: string } | undefined {
  const [only, ...more] = selectorsOf(selection);
  if (more.length > 0) return undefined;
  if (only === 'sessionKey') return { what: 'session', name: selection.sessionKey! };
  return only === 'source' ? { what: 'source', name: selection.source! } : undefined;
}
