/** Kinds of text with weights of their own: chat turns, facts of a sentence or two, and documents. */
export const textKinds = ['message', 'short-memory', 'document'] as const;
export type TextKind = (typeof textKinds)[number];
