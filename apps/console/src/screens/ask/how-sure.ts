/** Least confidence at which the first hit is called likely. The confidence is calibrated: it is how often the first hit is right. */
const LIKELY_MIN = 0.6;

export const isLikely = (confidence: number): boolean => confidence >= LIKELY_MIN;

/** Says in words how likely it is that the first hit answers the question. */
export const howSure = (confidence: number): { readonly word: string; readonly advice: string } =>
  isLikely(confidence)
    ? { word: 'Likely', advice: 'The first hit likely answers this.' }
    : { word: 'Unsure', advice: 'The answer may be further down, or not stored.' };
