/** Help text of `--again`. */
export const AGAIN =
  'store items again that were forgotten for good; those that a manager forgot for everyone need the role manager';

/** Query of a write for `--again`. */
export const againQuery = (again = false): { readonly again?: 'true' } => (again ? { again: 'true' } : {});
