const SURE = 0.8;
const LIKELY = 0.5;

/** Says how sure a statement is, in words. */
export const wordOfCertainty = (certainty: number): string => {
  if (certainty >= SURE) return 'sure';
  return certainty >= LIKELY ? 'likely' : 'unsure';
};
