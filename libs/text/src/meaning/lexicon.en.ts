/** First words of a sentence that states a prohibition. */
export const prohibitionOpeners = [
  'never',
  'do not',
  "don't",
  'please do not',
  "please don't",
  'you must not',
  'must not',
  'you must never',
];

/** Maps a verb of a prohibition to the verbs of its norm. An empty list means that any use is forbidden. */
export const normVerbsByVerb: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<readonly string[]>({
    run: [],
    use: [],
    call: [],
    execute: [],
    invoke: [],
    edit: ['edit'],
    modify: ['edit'],
    change: ['edit'],
    touch: ['edit'],
    commit: ['commit'],
    delete: ['delete'],
    remove: ['delete'],
    import: ['import'],
  }),
);

/** Words before an alternative to a forbidden action. */
export const alternativeOpeners = [
  'use',
  'run',
  'prefer',
  'call',
  'instead use',
  'instead run',
  'always use',
  'always run',
];

/** Words after a prohibition that do not restrict it. */
export const neutralEndings = [
  'directly',
  'by hand',
  'manually',
  'yourself',
  'ever',
  'at all',
  'anywhere',
  'here',
  'in this repository',
];

/** Words that restrict a prohibition to some times, places or conditions. */
export const conditionWords = [
  'unless',
  'except',
  'without',
  'if',
  'when',
  'while',
  'before',
  'after',
  'until',
  'outside',
  'unasked',
];
