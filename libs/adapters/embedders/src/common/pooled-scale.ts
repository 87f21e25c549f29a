import type { Embedder } from '@cairn/ports';

/** How far cosines spread by chance, as a part of the way from strangers to answers: as with the bundled model, about. */
const SPREAD_SHARE = 1 / 6;

export interface CosineRange {
  /** The cosine that the model gives to strangers. */
  readonly cosineNone?: number | undefined;
  /** The cosine that means "about exactly this". */
  readonly cosineFull?: number | undefined;
}

/** The scale of a model that gives one vector a text, and so no late interaction: what is given, or what is usual. */
export const pooledScale = (range: CosineRange): Embedder['scale'] => {
  const { cosineNone = 0, cosineFull = 0.6 } = range;
  return {
    isUsual: range.cosineNone === undefined && range.cosineFull === undefined,
    cosineNone,
    cosineFull,
    maxSimNone: 0,
    maxSimFull: 1,
    cosineSpread: (cosineFull - cosineNone) * SPREAD_SHARE,
    maxSimSpread: 0,
  };
};
