import {
  CairnError,
  mayReachBase,
  type KnowledgeBase,
  type ItemId,
  type KnowledgeBaseId,
  type OrgId,
  type Principal,
} from '@cairn/contracts';

/** A base without what is counted of its chunks. */
export type StoredBase = Omit<KnowledgeBase, 'memoryCount' | 'totalChars'>;

type Described = Pick<StoredBase, 'name' | 'description' | 'scope' | 'peerScopePolicy' | 'agentIds'>;

export type NewBase = Described & Pick<StoredBase, 'sourceType'>;

type Changeable = Described & Pick<StoredBase, 'isActive'>;
/** What is undefined stays. */
export type BaseChange = { readonly [Name in keyof Changeable]?: Changeable[Name] | undefined };

export interface BaseSize {
  readonly knowledgeBaseId: KnowledgeBaseId;
  readonly memoryCount: number;
  readonly totalChars: number;
}

/** A document that was stored whole. */
export interface WholeDocument {
  readonly knowledgeBaseId: KnowledgeBaseId;
  readonly sourceUrl: string;
  /** All its chunks. */
  readonly chunks: readonly ItemId[];
}

/**
 * Knowledge bases: what they are called and who reaches them, which every call asks anew. Whether it does is said by
 * `mayReachBase` of the contracts.
 */
export abstract class KnowledgeBases {
  /** All of the organisation, by name. */
  abstract list(orgId: OrgId): Promise<StoredBase[]>;
  /** What is active in those that have anything. */
  abstract sizes(orgId: OrgId): Promise<BaseSize[]>;
  /** `knowledge-base/conflict` where another of its scope has the name, or there are as many as there may be. */
  abstract create(author: Principal, base: NewBase): Promise<StoredBase>;
  /** Nothing where the author's organisation has no such base; `knowledge-base/conflict` as for `create`. */
  abstract change(author: Principal, id: KnowledgeBaseId, change: BaseChange): Promise<StoredBase | undefined>;
  /** The base alone: whoever removes it has its chunks forgotten. False where there is none. */
  abstract remove(author: Principal, id: KnowledgeBaseId): Promise<boolean>;
  /**
   * Archives the other active chunks of the document that the author may change: the own ones, and for a manager all. Returns how
   * many. None where one of its chunks is not active there any more: another import of it was faster.
   */
  abstract archiveFormer(author: Principal, document: WholeDocument): Promise<number>;
  /** Notes in the audit that somebody looked at bases without being let in by them. */
  abstract managed(author: Principal, id: KnowledgeBaseId | undefined): Promise<void>;
}

/** A base as a call names it: one of the two. */
export interface NamedBase {
  readonly knowledgeBaseId?: KnowledgeBaseId | undefined;
  readonly knowledgeBaseName?: string | undefined;
  /** The channel that the call is made for. */
  readonly channel?: string | undefined;
}

/**
 * The base that a call names, if the call reaches it; `knowledge-base/unknown` else, whatever there is. Of several of one name,
 * the one of the call's own channel is meant; `knowledge-base/conflict` where none is.
 */
export function reachedBase(bases: readonly StoredBase[], principal: Principal, named: NamedBase): StoredBase {
  const { knowledgeBaseId: id, knowledgeBaseName: name, channel } = named;
  const fitting = bases.filter((base) => (id === undefined ? base.name === name : base.knowledgeBaseId === id));
  const reached = fitting.filter((base) => mayReachBase(principal, base, channel));
  const meant = reached.length > 1 ? reached.filter(({ scope }) => scope === (channel ?? null)) : reached;
  if (meant.length === 1) return meant[0]!;
  if (reached.length === 0)
    throw new CairnError('knowledge-base/unknown', `this call reaches no knowledge base ${JSON.stringify(id ?? name)}`);
  const ids = reached.map(({ knowledgeBaseId }) => knowledgeBaseId).join(', ');
  throw new CairnError('knowledge-base/conflict', `several knowledge bases are called ${JSON.stringify(name)}: ${ids}`);
}
