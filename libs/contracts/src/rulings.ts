// Without a schema: the console loads this with its screens of imports and new memories, before the library of schemas.
import type { Category } from './vocabulary.ts';

/** Categories of memories that can bind others: their English states norms, and their triggers may stop an action. */
export const bindingCategories: ReadonlySet<string> = new Set<Category>(['rule', 'decision']);

/** Kinds of imports whose rules and decisions bind without a review: files of a repository that the team itself keeps. */
export const rulingImportKinds = ['rules', 'adr', 'repository'] as const;

/** The kind of an import, if its rules and decisions bind without a review. `format` is how the import was read. */
export const rulingKindOf = (format: string | undefined): (typeof rulingImportKinds)[number] | undefined =>
  rulingImportKinds.find((kind) => kind === format);
