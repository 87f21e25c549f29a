import type { Embedder } from '@cairn/ports';

/**
 * Random spread of cosines, as a fraction of the difference between the cosine of answers and the cosine of unrelated
 * texts; about as large as for the bundled model.
 */
const SPREAD_SHARE = 1 / 6;

export interface CosineRange {
  /** Cosine of unrelated texts. */
  readonly cosineNone?: number | undefined;
  /** Cosine of a text that is about exactly the question. */
  readonly cosineFull?: number | undefined;
}

/** Returns the scale of a model with one vector per text and no late interaction: the configured cosines, or the defaults. */
export const pooledScaleOf = (range: CosineRange): Embedder['scale'] => {
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
