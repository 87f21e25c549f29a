/** First words of a sentence that forbids. */
export const openers = [
  'never',
  'do not',
  "don't",
  'please do not',
  "please don't",
  'you must not',
  'must not',
  'you must never',
];

/** Forbidden activities and their verbs; an empty list means any use. */
export const doing: ReadonlyMap<string, readonly string[]> = new Map(
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

/** Words before what to do instead. */
export const replacing = ['use', 'run', 'prefer', 'call', 'instead use', 'instead run', 'always use', 'always run'];

/** Words behind a prohibition that bound nothing. */
export const closers = [
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

/** Words that make a prohibition hold at some times or places alone. */
export const conditions = [
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
