import type { OrgId } from '@cairn/contracts';

/** What the cosines of a model mean over the texts of an organisation. */
export interface MeasuredScale {
  /** Of texts that have nothing to do with each other. */
  readonly cosineNone: number;
  /** Of a text and what is nearest to it. Above `cosineNone`. */
  readonly cosineFull: number;
  /** Standard deviation of one text's cosine with all others. */
  readonly cosineSpread: number;
}

/** What was measured of the similarities of each generation of vectors, for each organisation by its own texts. */
export abstract class SimilarityScales {
  /** Undefined before it was measured. */
  abstract of(orgId: OrgId, generation: number): Promise<MeasuredScale | undefined>;
  /** The first one that is kept stays. */
  abstract keep(orgId: OrgId, generation: number, scale: MeasuredScale): Promise<void>;
  /**
   * Texts to measure by, spread at random over all that is stored, the same ones each time: title and beginning of items
   * that everyone in the organisation may read, for what is private must not show in another's answers.
   */
  abstract texts(orgId: OrgId, limit: number): Promise<string[]>;
}
