import type { Embedder } from '@cairn/ports';

/** The random spread of cosines as a share of the distance from unrelated texts to answers, about as for the bundled model. */
const SPREAD_SHARE = 1 / 6;

export interface CosineRange {
  /** The cosine of unrelated texts. */
  readonly cosineNone?: number | undefined;
  /** The cosine that means "about exactly this". */
  readonly cosineFull?: number | undefined;
}

/** The scale of a model with one vector a text and no late interaction: as configured, or the default. */
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
