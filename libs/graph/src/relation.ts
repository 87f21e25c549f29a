/** The meaning of a relation type for questions about owners. */
export interface OwningType {
  readonly type: string;
  /** `owner` answers the question, `author` is shown apart. */
  readonly role: 'owner' | 'author';
  /** How much of the relation's own confidence the answer keeps, 0 to 1. */
  readonly share: number;
}

/** The one table of what counts as owning. Access, review and membership do not. */
export const owningTypes: readonly OwningType[] = [
  { type: 'owns', role: 'owner', share: 1 },
  { type: 'maintains', role: 'owner', share: 1 },
  { type: 'approves', role: 'owner', share: 1 },
  { type: 'leads', role: 'owner', share: 0.9 },
  { type: 'chairs', role: 'owner', share: 0.9 },
  { type: 'assigned_to', role: 'owner', share: 0.9 },
  { type: 'authored', role: 'author', share: 1 },
];

/** Types by which a person answers for a team. `member_of` says less than `leads`. */
export const teamTypes: readonly { readonly type: string; readonly share: number }[] = [
  { type: 'leads', share: 0.7 },
  { type: 'chairs', share: 0.7 },
  { type: 'maintains', share: 0.7 },
  { type: 'member_of', share: 0.4 },
];

export const DEPENDS_ON = 'depends_on';
export const LOCATED_IN = 'located_in';
