/** Help text of `--overwrite`. */
export const OVERWRITE_HELP =
  'store items again that were forgotten for good; those that a manager forgot for everyone need the role manager';
