import { createHash } from 'node:crypto';

/** How a text is made ready for a model. */
interface Preparation {
  readonly prefixes: { readonly query: string; readonly document: string };
  readonly maxTokens: number;
}

/** A short hash for the model id: a change of cut or prefixes changes the vectors. */
export const preparationHash = ({ prefixes: { query, document }, maxTokens }: Preparation): string =>
  createHash('sha256')
    .update(JSON.stringify([query, document, maxTokens]))
    .digest('hex')
    .slice(0, 8);
