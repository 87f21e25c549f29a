/** Units that hostile texts repeat: characters that open, close, separate or escape in our formats, and near-matches of words and dates. */
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

/** Prefixes before the repetition, since a parser is most often slow inside a construct. */
const OPENINGS: readonly string[] = ['a', '---\n', '```\n', '{"a": "', '\\', '<!--', 'x = "'];

/** Parsers by name, and further units for hostile texts: near-matches of their own expressions. */
export interface HostileReading {
  readonly readers: Readonly<Record<string, (text: string) => unknown>>;
  readonly units?: readonly string[];
}

/** Checks that the CPU time of each parser for a hostile text of 100 KB grows with the length, not with its square. */
export function hostileTextContract(project: string, { readers, units = [] }: HostileReading): void {
  const texts = hostileTexts(units);
  describe(`hostile texts and ${project}`, () => {
    it.each(Object.entries(readers))(
      '%s: reading takes time that grows with the length',
      async (_, read) => {
        const slow: (Slowness & { readonly shape: string })[] = [];
        for (const [shape, make] of texts) {
          const slowness = await slownessOf(read, make);
          if (slowness) slow.push({ shape, ...slowness });
        }

        expect(slow).toEqual([]);
      },
      TIME_MAX_MS,
    );
  });

  it.each(Object.entries(readers))(
    '%s: a word that names a property of every object is a word like others',
    (_, read) => {
      const unlike = namesOfObjects.filter((name) =>
        sentencesWith.some((make) => outcomeOf(read, make(name)) !== outcomeOf(read, make('zonstructor'))),
      );

      expect(unlike).toEqual([]);
    },
  );
}

/** `constructor`, `toString`, `__proto__`: a table of words that is an object seems to have them. */
const namesOfObjects = Object.getOwnPropertyNames(Object.prototype);

const sentencesWith: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `The ${word} owns the ${word} service, and no ${word} needs ${word} 3.`,
  (word) => `Ana ${word} the ${word} no longer. ${word} of ${word}: half ${word} ${word}`,
  (word) => `# ${word}\n\n${word}: ${word}\n\n- [${word}](${word})\n- ${word} = ${word}`,
  (word) => `---\n${word}: ${word}\n---\n\`\`\`${word}\n${word}\n\`\`\``,
  (word) =>
    `${word} ${word} --${word}=${word} && ${word}.${word}(${word}) | ${word} > ${word}; ${word} ${word}/${word}`,
  (word) => `${word} table ${word} set ${word} = 1 where ${word} = '${word}'; ${word.toUpperCase()} ${word}`,
  (word) => JSON.stringify({ type: word, role: word, name: word, content: [{ type: word, text: word }] }),
];

/** Runs a reader on a text: the class of its error, or that it answered with data, which may not depend on the word. */
function outcomeOf(read: (text: string) => unknown, text: string): string {
  try {
    structuredClone(read(text));
    return 'result';
  } catch (error) {
    return error instanceof Error ? error.name : 'error';
  }
}

/** Generators of texts that have been slow to parse somewhere, by name. */
function hostileTexts(own: readonly string[]): ReadonlyMap<string, (length: number) => string> {
  const all = [...UNITS, ...own];
  return new Map<string, (length: number) => string>([
    ...all.map(
      (unit) => [JSON.stringify(unit), (length: number) => `a${repeatToLength(unit, length)}\u0001!\n`] as const,
    ),
    ...PAIRS.map(([open, close]) => [`${open} and as many ${close}`, nestPairs(open, close)] as const),
    ...OPENINGS.map(
      (opening) =>
        [`everything after ${JSON.stringify(opening)}`, (length: number) => opening + mixUnits(all, length)] as const,
    ),
  ]);
}

const nestPairs = (open: string, close: string) => (length: number) => {
  const count = Math.ceil(length / (open.length + close.length));
  return open.repeat(count) + close.repeat(count);
};

const repeatToLength = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length));

/** Units in a deterministic order without a period. */
function mixUnits(units: readonly string[], length: number): string {
  let text = '';
  for (let seed = 1; text.length < length; seed = (seed * 48_271) % 2_147_483_647) text += units[seed % units.length]!;
  return text;
}

/** Lengths of a text, each four times the one before. */
const LENGTHS = [6_400, 25_600, 102_400] as const;
/** CPU time in ms below which growth is noise. */
const MEASURABLE_MIN_MS = 300;
/** The most allowed growth for four times the text: linear parsing takes four times as long, quadratic sixteen. */
const TIME_GROWTH_MAX = 9;
const MEASUREMENTS = 5;
/** Time limit on the wall, which on a busy machine passes several times as fast as the processor time that is judged. */
const TIME_MAX_MS = 400_000;

interface Slowness {
  readonly length: number;
  readonly ms: number;
  /** The time for a quarter of the length. */
  readonly before: number;
}

/** Lengthens the text step by step, so that a slow parser is found before it takes long. */
async function slownessOf(
  read: (text: string) => unknown,
  make: (length: number) => string,
): Promise<Slowness | undefined> {
  let before = Infinity;
  for (const length of LENGTHS) {
    const text = make(length);
    let ms = await costOf(read, text);
    for (let again = 1; again < MEASUREMENTS && isSlow(ms, before); again += 1)
      ms = Math.min(ms, await costOf(read, text));
    if (isSlow(ms, before)) return { length, ms, before };
    if (staysBelowFloor(ms, length)) return undefined;
    before = ms;
  }
  return undefined;
}

const isSlow = (ms: number, before: number): boolean =>
  ms > MEASURABLE_MIN_MS && ms > TIME_GROWTH_MAX * Math.max(before, MEASURABLE_MIN_MS / TIME_GROWTH_MAX);

/** Whether even quadratic growth would stay below the noise. */
const staysBelowFloor = (ms: number, length: number): boolean =>
  ms * (LENGTHS.at(-1)! / length) ** 2 < MEASURABLE_MIN_MS;

async function costOf(read: (text: string) => unknown, text: string): Promise<number> {
  const start = process.cpuUsage();
  await read(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
