import { createHash } from 'node:crypto';

/** The preparation of a text for a model. */
interface Preparation {
  readonly prefixes: { readonly query: string; readonly document: string };
  readonly maxTokens: number;
}

/** A short hash for the model id: other cuts or prefixes give other vectors. */
export const preparationHash = ({ prefixes: { query, document }, maxTokens }: Preparation): string =>
  createHash('sha256')
    .update(JSON.stringify([query, document, maxTokens]))
    .digest('hex')
    .slice(0, 8);
