import { createHash } from 'node:crypto';
import {
  CairnError,
  type ProposalKind,
  type ProposalStatus,
  type ReviewPolicy,
  type Role,
  type Visibility,
} from '@cairn/contracts';
import { hasRole, type Principal } from '@cairn/domain';
import { foldedForms } from '../kit/fold-text.ts';
import type { ItemRow } from '../kit/item-rows.ts';

/** The minimum certainty with which a fact in its owner's own words is kept without a review. */
const OWN_FACT_CERTAINTY = 0.8;

/** A principal who decides on proposals. */
export type Reviewer = Pick<Principal, 'orgId' | 'principalId' | 'agents' | 'keyId' | 'kind' | 'role'>;

const leastRoles: Readonly<Record<ReviewPolicy['reviewers'], Role | undefined>> = {
  owner: undefined,
  managers: 'manager',
  readers: 'writer',
};

/** Whether a principal may review those proposals of other owners whose memories they would read once kept. */
export function reviewsOthers({ reviewers }: ReviewPolicy, { kind, role }: Pick<Reviewer, 'kind' | 'role'>): boolean {
  const least = leastRoles[reviewers];
  return kind === 'person' && least !== undefined && hasRole(role, least);
}

type Binding = Pick<ItemRow, 'category' | 'forbids' | 'action_triggers'>;

/** Whether a memory could stop an action, so that a person must keep it. */
export const needsPerson = (kind: ProposalKind, { category, forbids, action_triggers }: Binding): boolean =>
  kind === 'rule' || category === 'rule' || forbids !== null || action_triggers !== null;

/** Refuses an agent who would keep a memory that could stop an action. */
export function requirePerson(reviewer: Pick<Reviewer, 'kind'>, kind: ProposalKind, memory: Binding): void {
  if (reviewer.kind === 'person' || !needsPerson(kind, memory)) return;
  throw new CairnError(
    'auth/forbidden',
    'This memory could stop an action, so that only a person keeps it; this key belongs to an agent.',
  );
}

interface Unreviewed {
  readonly kind: ProposalKind;
  readonly certainty: number;
  readonly isOwnWords: boolean;
  readonly visibility: Visibility;
}

/** Whether the policy keeps a proposal without a review. */
export function isKeptUnreviewed(policy: ReviewPolicy, proposal: Unreviewed, memory: Binding): boolean {
  const { kind, certainty, isOwnWords, visibility } = proposal;
  if (needsPerson(kind, memory)) return false;
  const isOwnFact = kind === 'fact' && isOwnWords && visibility === 'private' && certainty >= OWN_FACT_CERTAINTY;
  const least = policy.keptUnreviewed[kind];
  return (isOwnFact && policy.ownFacts === 'keep') || (least !== undefined && certainty >= least);
}

interface Statement {
  readonly project?: string | null | undefined;
  readonly content: string;
}

/** The digest of a statement in a project: equal texts have equal digests, whatever their case, spacing and hyphens. */
export const statementOf = (statement: Statement): string => statementsOf(statement)[0]!;

/** The digests by which a statement is looked up: its own, and that of earlier versions where it differs. */
export const statementsOf = ({ project, content }: Statement): string[] =>
  foldedForms(content).map((form) =>
    createHash('sha256')
      .update([project ?? '', form].join('\n'))
      .digest('base64url'),
  );

/** Builds the error for a decision that the status of the proposal does not allow. */
export function alreadyDecided(status: ProposalStatus): CairnError {
  const sentence =
    status === 'waiting'
      ? 'Nobody has decided on this proposal, so that there is nothing to undo.'
      : `This proposal is ${status} already. Take that back by undo, then decide again.`;
  return new CairnError('proposal/decided', sentence, {
    issues: [
      {
        field: 'id',
        message: `is ${status}`,
        allowed: status === 'waiting' ? 'keep, correct, merge, reject, mine' : 'undo',
      },
    ],
  });
}
