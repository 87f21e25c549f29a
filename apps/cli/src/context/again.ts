/** The help of `--again`. */
export const AGAIN =
  'store again what was forgotten for good, on purpose; what a manager forgot for everyone needs the role manager';

/** The query of a write with or without `--again`. */
export const againQuery = (again = false): { readonly again?: 'true' } => (again ? { again: 'true' } : {});
