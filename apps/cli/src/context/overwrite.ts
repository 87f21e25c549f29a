/** Help text of `--overwrite`. */
export const OVERWRITE =
  'store items again that were forgotten for good; those that a manager forgot for everyone need the role manager';
