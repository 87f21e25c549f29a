import { createHash } from 'node:crypto';

/** How a text is prepared for a model. */
interface Preparation {
  readonly prefixes: { readonly query: string; readonly document: string };
  readonly maxTokens: number;
}

/** Returns a short hash of the preparation for the model's id, since other cuts or prefixes give other vectors. */
export const preparationHash = ({ prefixes: { query, document }, maxTokens }: Preparation): string =>
  createHash('sha256')
    .update(JSON.stringify([query, document, maxTokens]))
    .digest('hex')
    .slice(0, 8);
