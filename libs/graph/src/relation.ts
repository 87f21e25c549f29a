/** A relation type that answers questions about owners. */
export interface OwningType {
  readonly type: string;
  /** `owner`: the holder counts as an owner. `author`: the holder is listed separately. */
  readonly role: 'owner' | 'author';
  /** The factor, 0 to 1, by which the confidence of the relation is multiplied to give the confidence of the answer. */
  readonly share: number;
}

/** The relation types that count as owning. Access, review and membership are not among them. */
export const owningTypes: readonly OwningType[] = [
  { type: 'owns', role: 'owner', share: 1 },
  { type: 'maintains', role: 'owner', share: 1 },
  { type: 'approves', role: 'owner', share: 1 },
  { type: 'leads', role: 'owner', share: 0.9 },
  { type: 'chairs', role: 'owner', share: 0.9 },
  { type: 'assigned_to', role: 'owner', share: 0.9 },
  { type: 'authored', role: 'author', share: 1 },
];

/** Relation types by which a person represents a team, each with its factor of confidence. `member_of` has a lower factor than `leads`. */
export const teamTypes: readonly { readonly type: string; readonly share: number }[] = [
  { type: 'leads', share: 0.7 },
  { type: 'chairs', share: 0.7 },
  { type: 'maintains', share: 0.7 },
  { type: 'member_of', share: 0.4 },
];

export const DEPENDS_ON = 'depends_on';
export const LOCATED_IN = 'located_in';
