import type { ItemId, KnowledgeBase, KnowledgeBaseId, OrgId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/** A base without the counts of its chunks. */
export type StoredBase = Omit<KnowledgeBase, 'memoryCount' | 'totalChars'>;

type Described = Pick<StoredBase, 'name' | 'description' | 'scope' | 'peerScopePolicy' | 'agentIds'>;

export type NewBase = Described & Pick<StoredBase, 'sourceType'>;

type Changeable = Described & Pick<StoredBase, 'isActive'>;
/** A change of a base; undefined fields stay as they are. */
export type BaseChange = { readonly [Name in keyof Changeable]?: Changeable[Name] | undefined };

export interface BaseSize {
  readonly knowledgeBaseId: KnowledgeBaseId;
  readonly memoryCount: number;
  readonly totalChars: number;
}

/** A document that was stored as a whole. */
export interface WholeDocument {
  readonly knowledgeBaseId: KnowledgeBaseId;
  readonly sourceUrl: string;
  /** The ids of all its chunks. */
  readonly chunks: readonly ItemId[];
}

/** Knowledge bases and their readers, which every call reads again. `mayReachBase` of the domain is the rule. */
export abstract class KnowledgeBases {
  /** All bases of the organisation, by name. */
  abstract list(orgId: OrgId): Promise<StoredBase[]>;
  /** The counts of active chunks of the bases that have any. */
  abstract sizes(orgId: OrgId): Promise<BaseSize[]>;
  /** Throws `knowledge-base/conflict` if another base of its scope has the name, or there are as many as allowed. */
  abstract create(author: Principal, base: NewBase): Promise<StoredBase>;
  /** Returns undefined if the author's organisation has no such base; throws `knowledge-base/conflict` as `create` does. */
  abstract change(author: Principal, id: KnowledgeBaseId, change: BaseChange): Promise<StoredBase | undefined>;
  /** Removes the base, not its chunks, which the caller has forgotten. Returns false if there is none. */
  abstract remove(author: Principal, id: KnowledgeBaseId): Promise<boolean>;
  /**
   * Archives the other active chunks of the document that the author may change: their own, or all for a manager. Returns how
   * many. Archives none if one of the new chunks is no longer active, since another import of the document was faster.
   */
  abstract archiveFormer(author: Principal, document: WholeDocument): Promise<number>;
  /** Audits a call with `manage`, by which a manager reaches a base, or all bases, of others. */
  abstract managed(author: Principal, id: KnowledgeBaseId | undefined): Promise<void>;
}
