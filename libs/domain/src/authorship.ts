import { CairnError, roles, type FieldIssue, type Role } from '@cairn/contracts';
import type { Principal } from './principal.ts';

/** Tells whether a role includes another. */
export const hasRole = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed);

type Actor = Pick<Principal, 'principalId' | 'role'>;

/** The principal as the audit records them, without the key that they used. */
export const authorOf = ({ orgId, principalId }: Principal): Pick<Principal, 'orgId' | 'principalId'> => ({
  orgId,
  principalId,
});

/** Tells whether a principal may change what somebody wrote: their own, and with the role manager what anybody wrote. */
export const mayChange = ({ principalId, role }: Actor, writer: string): boolean =>
  writer === principalId || hasRole(role, 'manager');

const refusals = {
  'change a memory': 'changes what it wrote itself; what others wrote needs',
  'forget an item': 'forgets what it wrote itself; what others wrote needs',
  'forget a note': 'forgets notes that it alone has written; what others wrote too needs',
  'change a knowledge base': 'changes the knowledge bases that it made; those of others need',
} as const;

/** Refuses a principal who may not change what all of these wrote. Pass only visible items, so that no refusal reveals a hidden one. */
export function requireMayChange(actor: Actor, writers: readonly string[], act: keyof typeof refusals): void {
  if (writers.every((writer) => mayChange(actor, writer))) return;
  const sentence = `This key has the role ${actor.role} and ${refusals[act]} the role manager.`;
  throw new CairnError('auth/forbidden', sentence);
}

/** Refuses a principal without a role. `act` names the thing that needs it, and `issues` the field that asked for it. */
export function requireRole(
  { role }: Pick<Principal, 'role'>,
  needed: Role,
  { act, issues }: { readonly act: string; readonly issues?: readonly FieldIssue[] },
): void {
  if (hasRole(role, needed)) return;
  const sentence = `${act} needs the role ${needed}; this key has the role ${role}.`;
  throw new CairnError('auth/forbidden', sentence, issues && { issues });
}

/** Tells whether the rules of a writer stop an action: those of a person, and of an agent with the role manager. */
export const isTrustedWriter = ({ kind, role }: Pick<Principal, 'kind' | 'role'>): boolean =>
  kind === 'person' || hasRole(role, 'manager');

/** For whom a principal forgets, and whose forgotten items they may store again: a manager for all, a writer for themselves. */
export const forgettingFor = ({ role }: Pick<Principal, 'role'>): 'all' | 'own' =>
  hasRole(role, 'manager') ? 'all' : 'own';
