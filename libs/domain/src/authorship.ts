import {
  bindingCategories,
  CairnError,
  IMPORT_ID,
  IMPORT_KIND,
  roles,
  type FieldIssue,
  type Memory,
  type Role,
} from '@cairn/contracts';
import type { Principal } from './principal.ts';

/** Tells whether `role` includes the rights of `needed`. */
export const hasRole = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed);

type Actor = Pick<Principal, 'principalId' | 'role' | 'agents'>;

/** Makes the author of an audit entry from a principal, without the key. */
export const authorOf = ({ orgId, principalId }: Principal): Pick<Principal, 'orgId' | 'principalId'> => ({
  orgId,
  principalId,
});

/**
 * Tells whether a principal may change what `writer` wrote: their own items, those of the agents that they own, and with the
 * role manager anybody's.
 */
export const mayChange = ({ principalId, role, agents = [] }: Actor, writer: string): boolean =>
  writer === principalId || agents.some((agent) => agent === writer) || hasRole(role, 'manager');

const refusals = {
  'change a memory': 'changes what it and its own agents wrote; what others wrote needs',
  'forget an item': 'forgets what it and its own agents wrote; what others wrote needs',
  'forget a note': 'forgets notes that it alone has written; what others wrote too needs',
  'change a knowledge base': 'changes the knowledge bases that it made; those of others need',
} as const;

/**
 * Refuses a principal who may not change the items of all these writers. Pass only writers of visible items, so that no
 * refusal reveals a hidden item.
 */
export function requireMayChange(actor: Actor, writers: readonly string[], act: keyof typeof refusals): void {
  if (writers.every((writer) => mayChange(actor, writer))) return;
  const sentence = `This key has the role ${actor.role} and ${refusals[act]} the role manager.`;
  throw new CairnError('auth/forbidden', sentence);
}

/**
 * Refuses a principal whose role does not include `needed`. `act` names what needs the role; `issues` names the field that
 * asked for it.
 */
export function requireRole(
  { role }: Pick<Principal, 'role'>,
  needed: Role,
  { act, issues }: { readonly act: string; readonly issues?: readonly FieldIssue[] },
): void {
  if (hasRole(role, needed)) return;
  const sentence = `${act} needs the role ${needed}; this key has the role ${role}.`;
  throw new CairnError('auth/forbidden', sentence, issues && { issues });
}

/**
 * Tells whether the rules that a writer stores may stop an action: those of a person, and those of an agent with the role
 * manager.
 */
export const isTrustedWriter = ({ kind, role }: Pick<Principal, 'kind' | 'role'>): boolean =>
  kind === 'person' || hasRole(role, 'manager');

/**
 * Tells whether an import brought a memory from files that are no rules, decision records or owners of a repository. Whoever
 * imports such files has not read all that they say, so that it binds nobody until a person confirms it.
 */
export const isImportedUnread = ({ provenance }: Pick<Memory, 'provenance'>): boolean =>
  provenance[IMPORT_ID] !== undefined && provenance[IMPORT_KIND] === undefined;

/** Tells whether an imported memory waits for a person: a rule, a decision, or another memory that forbids something. */
export const awaitsConfirmation = (
  memory: Pick<Memory, 'provenance' | 'category' | 'forbids' | 'confirmedAt'>,
): boolean =>
  memory.confirmedAt === undefined &&
  (bindingCategories.has(memory.category) || memory.forbids !== undefined) &&
  isImportedUnread(memory);

/**
 * Tells whose items a principal forgets, and whose forgotten items they may store again: a manager forgets those of all, everybody else
 * their own.
 */
export const forgettableBy = ({ role }: Pick<Principal, 'role'>): 'all' | 'own' =>
  hasRole(role, 'manager') ? 'all' : 'own';
