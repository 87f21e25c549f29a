import { CairnError, type KnowledgeBaseId } from '@cairn/contracts';
import { mayReachBase, type BaseAccess } from './base-access.ts';
import type { Principal } from './principal.ts';

interface NamedAccess extends BaseAccess {
  readonly knowledgeBaseId: KnowledgeBaseId;
  readonly name: string;
}

/** A base as a call names it: by id or by name. */
export interface NamedBase {
  readonly knowledgeBaseId?: KnowledgeBaseId | undefined;
  readonly knowledgeBaseName?: string | undefined;
  /** The channel for which the call is made. */
  readonly channel?: string | undefined;
}

/**
 * Finds the base that a call names. Throws `knowledge-base/unknown` if the call cannot reach the base, whether or not it
 * exists. If several bases have the name, chooses the one in the call's own channel; throws `knowledge-base/conflict` if
 * none is.
 */
export function requireReachedBase<Base extends NamedAccess>(
  bases: readonly Base[],
  principal: Principal,
  named: NamedBase,
): Base {
  const found = findReachedBase(bases, principal, named);
  if (!found) throw unknownBaseError(named);
  return found;
}

/** Like `requireReachedBase`, but returns undefined if the call reaches no base with this id or name. */
export function findReachedBase<Base extends NamedAccess>(
  bases: readonly Base[],
  principal: Principal,
  { knowledgeBaseId: id, knowledgeBaseName: name, channel }: NamedBase,
): Base | undefined {
  const fitting = bases.filter((base) => (id === undefined ? base.name === name : base.knowledgeBaseId === id));
  const reached = fitting.filter((base) => mayReachBase(principal, base, channel));
  const meant = reached.length > 1 ? reached.filter(({ scope }) => scope === (channel ?? null)) : reached;
  if (meant.length === 1) return meant[0]!;
  if (reached.length === 0) return undefined;
  const ids = reached.map(({ knowledgeBaseId }) => knowledgeBaseId).join(', ');
  throw new CairnError('knowledge-base/conflict', `several knowledge bases are called ${JSON.stringify(name)}: ${ids}`);
}

/** Error for a base that a call cannot reach. It is the same whether or not the base exists. */
export function unknownBaseError({ knowledgeBaseId, knowledgeBaseName, channel }: NamedBase): CairnError {
  const what = JSON.stringify(knowledgeBaseId ?? knowledgeBaseName);
  const message =
    channel === undefined
      ? `this call names no channel and reaches no knowledge base ${what}: name the channel that the base belongs to`
      : `this call for the channel ${JSON.stringify(channel)} reaches no knowledge base ${what}: name the channel that the base belongs to, or none`;
  return new CairnError('knowledge-base/unknown', message);
}
