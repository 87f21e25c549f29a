/** Kinds of text, each with its own weights in a recipe: chat turns, facts of a sentence or two, and documents. */
export const textKinds = ['message', 'short-memory', 'document'] as const;
export type TextKind = (typeof textKinds)[number];
