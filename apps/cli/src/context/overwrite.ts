/** Help text of `--overwrite`. */
export const OVERWRITE =
  'store items again that were forgotten for good; those that a manager forgot for everyone need the role manager';

/** Query of a write for `--overwrite`. */
export const overwriteQuery = (overwrite = false): { readonly overwrite?: 'true' } =>
  overwrite ? { overwrite: 'true' } : {};
