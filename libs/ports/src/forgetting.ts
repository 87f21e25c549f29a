import type { ForgetCertificate, ForgetSelector, ItemId, OrgId, PrincipalId, Principal, Scope } from '@cairn/contracts';
import type { Pointer } from './truth.ts';

/** What is to be forgotten: every item that all of these names fit. */
export interface Selection {
  readonly ids?: readonly ItemId[] | undefined;
  /** Of messages. */
  readonly sessionKey?: string | undefined;
  /** Of messages. */
  readonly speaker?: string | undefined;
  readonly source?: string | undefined;
  /** That the provenance of the items names. */
  readonly importId?: string | undefined;
  readonly channel?: string | undefined;
  /** From this effective time on, epoch ms. */
  readonly since?: number | undefined;
  /** With every memory that was made from one of them, by however many steps. */
  readonly lineage: boolean;
}

/** What a selection comes to, as far as the scope sees it. */
export interface Selected {
  /** What this author may forget for good, in the order of arrival. */
  readonly items: readonly Pointer[];
  /** How many items others wrote, which this author's role leaves alone. */
  readonly others: number;
}

/** A session or a source that is forgotten whole: what is sent of it later is refused. */
export type Blocked = 'session' | 'source';

/** An act whose items are being forgotten, for those who carry it on. */
export interface ForgetAct {
  readonly orgId: OrgId;
  readonly id: string;
  readonly state: ForgetCertificate['state'];
}

/** Where something was looked for, and how much of what was forgotten was still there. */
export type Left = ForgetCertificate['verified'][number];

/**
 * Forgetting many items in one act. What the act selects is noted when it begins; it goes in pages, each of which is one
 * commit, so that an act goes on where it ended however often a process is killed. A writer forgets what they wrote
 * themselves, managers and admins whatever the scope sees.
 */
export abstract class Forgetting {
  /** What would go now. Nothing is changed. */
  abstract select(scope: Scope, author: Principal, selection: Selection): Promise<Selected>;

  /**
   * Begins an act under an id of the caller's. From this answer on, what is sent of a session or source that the selection
   * names alone is refused with `item/forgotten`: everyone's, where a manager forgets it, else the author's own.
   */
  abstract begin(scope: Scope, author: Principal, selection: Selection, id: string): Promise<void>;

  /** Does the next page of an act. Says where it is now; undefined for an act that is not there. */
  abstract goOn(orgId: OrgId, id: string): Promise<ForgetAct['state'] | undefined>;

  /** How many of an act's items some index has not taken out yet. What was given up does not count. */
  abstract waiting(orgId: OrgId, id: string): Promise<number>;

  /** Takes away what came in after an item of the act was forgotten, from somebody who had read it before. */
  abstract sweep(orgId: OrgId, id: string): Promise<void>;

  /** Looks in every table of the store for what names an item of the act and says more than that it was there. */
  abstract leftInStore(orgId: OrgId, id: string): Promise<Left[]>;

  /** What the act has forgotten, by id, a page at a time. */
  abstract forgotten(
    orgId: OrgId,
    id: string,
    page: { readonly after?: ItemId | undefined; readonly limit: number },
  ): Promise<ItemId[]>;

  /** Keeps what was found where. Where nothing is left anywhere, the act is verified. */
  abstract keepVerification(orgId: OrgId, id: string, left: readonly Left[]): Promise<void>;

  /** The certificate of an act that this principal began. */
  abstract certificate(orgId: OrgId, principalId: PrincipalId, id: string): Promise<ForgetCertificate | undefined>;
}

/** The selectors that a selection has. */
export const selectorsOf = ({ lineage: _, ...names }: Selection): ForgetSelector[] =>
  (Object.keys(names) as ForgetSelector[]).filter((name) => names[name] !== undefined);

/** What a selection forgets whole, if it names that and nothing else. */
export function blockedBy(selection: Selection): { readonly what: Blocked; readonly name: string } | undefined {
  const [only, ...more] = selectorsOf(selection);
  if (more.length > 0) return undefined;
  if (only === 'sessionKey') return { what: 'session', name: selection.sessionKey! };
  return only === 'source' ? { what: 'source', name: selection.source! } : undefined;
}
