import {
  CairnError,
  mayReachBase,
  type KnowledgeBase,
  type ItemId,
  type KnowledgeBaseId,
  type OrgId,
  type Principal,
} from '@cairn/contracts';

/** A base without the counts of its chunks. */
export type StoredBase = Omit<KnowledgeBase, 'memoryCount' | 'totalChars'>;

type Described = Pick<StoredBase, 'name' | 'description' | 'scope' | 'peerScopePolicy' | 'agentIds'>;

export type NewBase = Described & Pick<StoredBase, 'sourceType'>;

type Changeable = Described & Pick<StoredBase, 'isActive'>;
/** Undefined fields stay as they are. */
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
  /** All its chunks. */
  readonly chunks: readonly ItemId[];
}

/** Knowledge bases and who reaches them, which every call asks anew. `mayReachBase` of the contracts is the rule. */
export abstract class KnowledgeBases {
  /** All bases of the organisation, by name. */
  abstract list(orgId: OrgId): Promise<StoredBase[]>;
  /** The counts of active chunks of the bases that have any. */
  abstract sizes(orgId: OrgId): Promise<BaseSize[]>;
  /** `knowledge-base/conflict` if another base of its scope has the name, or there are as many as allowed. */
  abstract create(author: Principal, base: NewBase): Promise<StoredBase>;
  /** Undefined if the author's organisation has no such base; `knowledge-base/conflict` as for `create`. */
  abstract change(author: Principal, id: KnowledgeBaseId, change: BaseChange): Promise<StoredBase | undefined>;
  /** Removes the base, not its chunks, which the caller has forgotten. False if there is none. */
  abstract remove(author: Principal, id: KnowledgeBaseId): Promise<boolean>;
  /**
   * Archives the other active chunks of the document that the author may change: their own, or all for a manager. Returns how
   * many. Archives none if one of the new chunks is not active any more, since another import of the document was faster.
   */
  abstract archiveFormer(author: Principal, document: WholeDocument): Promise<number>;
  /** Audits that somebody named bases that they do not reach. */
  abstract managed(author: Principal, id: KnowledgeBaseId | undefined): Promise<void>;
}

/** A base as a call names it: by id or by name. */
export interface NamedBase {
  readonly knowledgeBaseId?: KnowledgeBaseId | undefined;
  readonly knowledgeBaseName?: string | undefined;
  /** The channel that the call is made for. */
  readonly channel?: string | undefined;
}

/**
 * The base that a call names, if the call reaches it; otherwise `knowledge-base/unknown`, whether or not it exists. If several
 * have the name, the one of the call's own channel is meant, or it is `knowledge-base/conflict`.
 */
export function reachedBase(bases: readonly StoredBase[], principal: Principal, named: NamedBase): StoredBase {
  const found = findReachedBase(bases, principal, named);
  if (!found) throw unknownBase(named);
  return found;
}

/** The same base, or undefined where the call reaches none that is named so. */
export function findReachedBase(
  bases: readonly StoredBase[],
  principal: Principal,
  { knowledgeBaseId: id, knowledgeBaseName: name, channel }: NamedBase,
): StoredBase | undefined {
  const fitting = bases.filter((base) => (id === undefined ? base.name === name : base.knowledgeBaseId === id));
  const reached = fitting.filter((base) => mayReachBase(principal, base, channel));
  const meant = reached.length > 1 ? reached.filter(({ scope }) => scope === (channel ?? null)) : reached;
  if (meant.length === 1) return meant[0]!;
  if (reached.length === 0) return undefined;
  const ids = reached.map(({ knowledgeBaseId }) => knowledgeBaseId).join(', ');
  throw new CairnError('knowledge-base/conflict', `several knowledge bases are called ${JSON.stringify(name)}: ${ids}`);
}

/** The refusal of a base that a call does not reach: the same whether or not it exists. */
export function unknownBase({ knowledgeBaseId, knowledgeBaseName, channel }: NamedBase): CairnError {
  const what = JSON.stringify(knowledgeBaseId ?? knowledgeBaseName);
  const message =
    channel === undefined
      ? `this call names no channel and reaches no knowledge base ${what}: name the channel that the base belongs to`
      : `this call for the channel ${JSON.stringify(channel)} reaches no knowledge base ${what}: name the channel that the base belongs to, or none`;
  return new CairnError('knowledge-base/unknown', message);
}
