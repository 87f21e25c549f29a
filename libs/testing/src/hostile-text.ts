/** What hostile texts repeat: signs that open, close, part or escape in what is read here, and near-matches of words and dates. */
const UNITS: readonly string[] = [
  ...' \t\n*#`"\'<>[](){}|\\/-=_~^$&;:,.@!?%0aA\u00f1',
  ...['\r\n', '\n\n', '\u00a0', '\u200b', '\u0301', 'e\u0301', '\u{1f600}', '\u0e01', '\u6f22', '\ud800'],
  ...['# x\n', '- ', '* ', '> ', '1. ', '|-', '---\n', '```\n', '![', '[a](', '[[', '[a]: ', '<a ', '</', '<!--', '&#'],
  ...['<private>', '[[cairn:', '{"', '{"a":', '[1,', '"a",', 'a: ', '- a:\n', ' a\n', '&a ', "''", '""', '\\"'],
  ...[
    '$(',
    '<<E\n',
    '&& ',
    '; ',
    "$'",
    '${',
    '((',
    'a=',
    'a= ',
    '-a ',
    '--a',
    '/*',
    "' ",
    'sudo ',
    'sh -c ',
    'case a in ',
  ],
  ...['a ', 'Ab ', 'A ', 'aA', 'a1', 'a_', 'a-', 'a.', 'a/', './', '../', 'a@', '@a ', '://', 'a://', 'a:b@', 'a;b'],
  ...[
    '1 ',
    '1,',
    '1.',
    '1:',
    '1-',
    '1/',
    '12:',
    '2020-01-',
    'May ',
    'next ',
    'of ',
    'the ',
    'in ',
    'not ',
    'never ',
    'Ann, ',
  ],
  ...['use ', 'Ann owns ', 'a and ', 'from ', 'A. ', 'a? ', 'will '],
];

const PAIRS: readonly (readonly [open: string, close: string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
  ['"', "'"],
  ['`', '``'],
  ['**', '_'],
  ['[[', ']]'],
  ['![', '](a)'],
  ['<a>', '</a>'],
  ['<private>', '</private>'],
  ['$(', ')'],
  ['{"a":', '}'],
  ['/*', '*/'],
];

/** What a reader goes into before the repetition: most bounds are lost inside something. */
const OPENINGS: readonly string[] = ['a', '---\n', '```\n', '{"a": "', '\\', '<!--', 'x = "'];

/** Texts of a length that have been slow to read somewhere, by name. */
export function hostileTexts(own: readonly string[] = []): ReadonlyMap<string, (length: number) => string> {
  const made = new Map<string, (length: number) => string>();
  for (const unit of [...UNITS, ...own]) {
    made.set(`${JSON.stringify(unit)} again and again`, (length) => repeated(unit, length));
    made.set(`${JSON.stringify(unit)} again and again, then an end`, (length) => `a${repeated(unit, length)}\u0001!\n`);
  }
  for (const [open, close] of PAIRS)
    made.set(`${JSON.stringify(open)} and as many ${JSON.stringify(close)}`, (length) => {
      const count = Math.ceil(length / (open.length + close.length));
      return open.repeat(count) + close.repeat(count);
    });
  for (const opening of OPENINGS)
    made.set(`everything after ${JSON.stringify(opening)}`, (length) => opening + soup([...UNITS, ...own], length));
  return made;
}

const repeated = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length));

/** Units in an order that is the same each time and has no period. */
function soup(units: readonly string[], length: number): string {
  let text = '';
  for (let seed = 1; text.length < length; seed = (seed * 48_271) % 2_147_483_647) text += units[seed % units.length]!;
  return text;
}

/** The last is what one text may be at least; each is four times the one before. */
const LENGTHS = [1_600, 6_400, 25_600, 102_400] as const;
/** Below this, in ms of processor time, growth is noise. */
const FLOOR_MS = 60;
/** Four times the text: linear reading takes four times as long, quadratic sixteen. */
const GROWTH_MAX = 9;
const TRIES = 3;

export interface Slowness {
  readonly length: number;
  readonly ms: number;
  readonly before: number;
}

/** Where reading takes more than its share of longer texts, or nothing. Grows the text step by step, so that what is slow is found before it takes long. */
export async function slownessOf(
  read: (text: string) => unknown,
  make: (length: number) => string,
  lengths: readonly number[] = LENGTHS,
): Promise<Slowness | undefined> {
  let before = Infinity;
  for (const length of lengths) {
    const text = make(length);
    let ms = await costOf(read, text);
    for (let again = 1; again < TRIES && isSlow(ms, before); again += 1) ms = Math.min(ms, await costOf(read, text));
    if (isSlow(ms, before)) return { length, ms, before };
    before = ms;
  }
  return undefined;
}

const isSlow = (ms: number, before: number): boolean =>
  ms > FLOOR_MS && ms > GROWTH_MAX * Math.max(before, FLOOR_MS / GROWTH_MAX);

async function costOf(read: (text: string) => unknown, text: string): Promise<number> {
  const start = process.cpuUsage();
  await read(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
