import { CairnError, type KnowledgeBase, type ItemId, type KnowledgeBaseId, type OrgId } from '@cairn/contracts';
import { mayReachBase, type Principal } from '@cairn/domain';

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

/** Knowledge bases and their readers, which every call reads again. `mayReachBase` of the contracts is the rule. */
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

/** A base as a call names it: by id or by name. */
export interface NamedBase {
  readonly knowledgeBaseId?: KnowledgeBaseId | undefined;
  readonly knowledgeBaseName?: string | undefined;
  /** The channel that the call is made for. */
  readonly channel?: string | undefined;
}

/**
 * Finds the base that a call names. Throws `knowledge-base/unknown` if the call cannot reach it, whether or not it exists. Of
 * several with the name, the one in the call's own channel is chosen; otherwise throws `knowledge-base/conflict`.
 */
export function reachedBase(bases: readonly StoredBase[], principal: Principal, named: NamedBase): StoredBase {
  const found = findReachedBase(bases, principal, named);
  if (!found) throw unknownBase(named);
  return found;
}

/** Like `reachedBase`, but undefined if the call reaches no base of that name. */
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

/** The error for a base that a call cannot reach: the same whether or not it exists. */
export function unknownBase({ knowledgeBaseId, knowledgeBaseName, channel }: NamedBase): CairnError {
  const what = JSON.stringify(knowledgeBaseId ?? knowledgeBaseName);
  const message =
    channel === undefined
      ? `this call names no channel and reaches no knowledge base ${what}: name the channel that the base belongs to`
      : `this call for the channel ${JSON.stringify(channel)} reaches no knowledge base ${what}: name the channel that the base belongs to, or none`;
  return new CairnError('knowledge-base/unknown', message);
}
