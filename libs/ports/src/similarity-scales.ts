import type { OrgId } from '@cairn/contracts';

/** The cosine scale of a model over the texts of an organisation. */
export interface MeasuredScale {
  /** The cosine of unrelated texts. */
  readonly cosineNone: number;
  /** The cosine of a text and its nearest one; greater than `cosineNone`. */
  readonly cosineFull: number;
  /** The standard deviation of one text's cosine with all others. */
  readonly cosineSpread: number;
}

/** The measured scales, for each generation of vectors and organisation. */
export abstract class SimilarityScales {
  /** Returns undefined until the scale is measured. */
  abstract of(orgId: OrgId, generation: number): Promise<MeasuredScale | undefined>;
  /** Stores a scale, unless there is one already. */
  abstract keep(orgId: OrgId, generation: number, scale: MeasuredScale): Promise<void>;
  /**
   * Texts for the measurement, a fixed random sample of all stored items: title and beginning of items that everyone in the
   * organisation may read, since private text must not influence the answers of others.
   */
  abstract texts(orgId: OrgId, limit: number): Promise<string[]>;
}
