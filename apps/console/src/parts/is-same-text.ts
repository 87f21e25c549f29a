const END = /[\s.…]+$/u;
const fold = (text: string) => text.replace(END, '').replaceAll(/\s+/gu, ' ').trim().toLowerCase();

/** Tells whether two texts say the same but for case, white space and the mark at their end. */
export const isSameText = (one: string, other: string): boolean => fold(one) === fold(other);
