/** Help text of `--again`. */
export const AGAIN =
  'store again what was forgotten for good, on purpose; what a manager forgot for everyone needs the role manager';

/** Query of a write for `--again`. */
export const againQuery = (again = false): { readonly again?: 'true' } => (again ? { again: 'true' } : {});
