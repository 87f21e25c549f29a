import { createHash } from 'node:crypto';

/** How a text is prepared for a model. */
interface Preparation {
  readonly prefixes: { readonly query: string; readonly document: string };
  readonly maxTokens: number;
}

/**
 * Returns a short hash of the preparation as part of the model's id, since a different cut or prefix gives different
 * vectors.
 */
export const preparationHash = ({ prefixes: { query, document }, maxTokens }: Preparation): string =>
  createHash('sha256')
    .update(JSON.stringify([query, document, maxTokens]))
    .digest('hex')
    .slice(0, 8);
