import fc from 'fast-check';
import type { ConfigFormat } from './clients.ts';
import { countMissingTables, readValueAt, UnreadableConfig, withoutValue, withValue } from './index.ts';

const formats = ['json', 'json5', 'toml', 'yaml'] as const;
const entry = { url: 'http://127.0.0.1:7070/mcp', headers: { Authorization: 'Bearer k: #"\'{}' }, enabled: true };
const path = ['servers', 'cairn'];

/** Parts of a file of a user. Each form of a language says how they are written. */
const neighbour = fc.record({
  key: fc.stringMatching(/^[a-z][a-z0-9_-]{0,7}$/).filter((key) => key !== 'servers' && key !== 'cairn'),
  text: fc.string({ maxLength: 12 }).map((text) => JSON.stringify(text)),
  comment: fc.stringMatching(/^[ -~]{0,12}$/).map((text) => text.replaceAll('*/', '')),
  blanks: fc.integer({ min: 0, max: 2 }),
});
type Neighbour = typeof neighbour extends fc.Arbitrary<infer One> ? One : never;
const neighbours = (minLength: number) =>
  fc.uniqueArray(neighbour, { minLength, maxLength: 5, selector: ({ key }) => key });

interface Form {
  readonly open: string;
  readonly close: string;
  /** Pads of the level of the file and of the servers. */
  readonly pads: readonly [string, string];
  readonly comment: (text: string) => string;
  readonly pair: (key: string, text: string) => string;
  readonly table: (lines: readonly string[]) => readonly string[];
}

const braced = (pair: Form['pair'], indent: string): Form => ({
  open: '{',
  close: '}',
  pads: [indent, indent.repeat(2)],
  comment: (text) => `// ${text}`,
  pair,
  table: (lines) => [`${indent}"servers": { // mine`, ...lines, `${indent}},`],
});
const forms: Record<ConfigFormat, Form> = {
  json: braced((key, text) => `${JSON.stringify(key)}: ${text},`, '  '),
  json5: braced((key, text) => (key.includes('-') ? `'${key}' : ${text} ,` : `${key}: ${text},`), '\t'),
  yaml: {
    ...{ open: '# mine', close: '# end', pads: ['', '    '], comment: (text) => `# ${text}` },
    pair: (key, text) => `"${key}":  ${text}   # kept`,
    table: (lines) => ['servers: # mine', ...lines],
  },
  toml: {
    ...{ open: '# mine', close: '# end', pads: ['', ''], comment: (text) => `# ${text}` },
    pair: (key, text) => `"${key}" =  ${text.replaceAll('\x7f', '')} # kept`,
    table: (lines) => ['[servers]', ...lines],
  },
};

const textOf = (format: ConfigFormat, before: Neighbour[], inside: Neighbour[] | undefined, lineEnd: string) => {
  const { open, close, pads, comment, pair, table } = forms[format];
  const linesOf = (some: Neighbour[], pad: string) =>
    some.flatMap((one) => [
      ...Array.from({ length: one.blanks }, () => ''),
      `${pad}${comment(one.comment)}`,
      pad + pair(one.key, one.text),
    ]);
  const servers = inside === undefined ? [] : table(linesOf(inside, pads[1]));
  return [open, ...linesOf(before, pads[0]), ...servers, close, ''].join(lineEnd);
};

/** The bytes of `text` in their order, wherever others were put between them; commas of JSON apart. */
function holdsInOrder(all: string, text: string): boolean {
  let at = 0;
  for (const part of text.split(/(?<=\n)/)) {
    const found = all.indexOf(part.replace(/,?\s*$/, ''), at);
    if (found === -1) return false;
    at = found + part.replace(/,?\s*$/, '').length;
  }
  return true;
}

describe.each(formats)('%s', (format) => {
  it('keeps the bytes of all neighbours, and their values when the entry goes again', () => {
    fc.assert(
      fc.property(
        neighbours(0),
        fc.option(neighbours(format === 'toml' ? 0 : 1), { nil: undefined }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        (before, inside, lineEnd, hasMark) => {
          const text = (hasMark ? '\uFEFF' : '') + textOf(format, before, inside, lineEnd);

          const connected = withValue(text, format, path, entry);
          const again = withValue(connected, format, path, { ...entry, url: 'http://other/' });
          const gone = withoutValue(again, format, path, countMissingTables(text, format, path));

          expect(readValueAt(connected, format, path)).toEqual(entry);
          expect(holdsInOrder(connected, text)).toBe(true);
          expect(holdsInOrder(again, text)).toBe(true);
          if (lineEnd === '\r\n') expect(connected).not.toMatch(/[^\r]\n/);
          expect(readValueAt(gone, format, [])).toEqual(readValueAt(text, format, []));
          expect(holdsInOrder(text, gone)).toBe(true);
        },
      ),
    );
  });

  it.each(hostileTexts())('takes or refuses 100 KB of %s, and changes nothing else', (_, text) => {
    let connected = '';
    try {
      connected = withValue(text, format, path, entry);
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableConfig);
      return;
    }

    expect(readValueAt(connected, format, path)).toEqual(entry);
    expect(connected.length).toBeGreaterThan(text.length);
  });
});

function hostileTexts(): [what: string, text: string][] {
  const times = (part: string, length = 100_000) => part.repeat(Math.ceil(length / part.length));
  return [
    ['opened lists', `{"a":${times('[')}`],
    ['nested lists', `{"a":${times('[', 50_000)}${times(']', 50_000)}}`],
    ['nested tables', `{"a":${times('{"a":')}`],
    ['a dotted key', `a${times('.a')} = 1\n`],
    ['a dotted table', `[a${times('.a')}]\n`],
    ['inline tables', `a=${times('{b=')}`],
    ['list markers', times('- ')],
    ['key markers', times('? ')],
    ['colons', times(': ')],
    ['aliases', `a: &a [1]\nb: [${times('*a, ')}]\n`],
    ['lines of comments', `${times('# x\n')}servers:\n`],
    ['an open comment', `{/*${times('*')}`],
    ['quotes', `{"a":"${times('\\"')}`],
    ['a long line', `{"a": "${times('x')}"}`],
    ['blanks', `{${times(' \n')}}`],
    ['commas', `{${times(',')}}`],
    ['null bytes', times('\0')],
  ];
}

test('a bomb of aliases is refused', () => {
  const lines = ['a: &a [x, x, x, x, x, x, x, x, x]'];
  for (const [at, key] of [...'bcdefghij'].entries())
    lines.push(`${key}: &${key} [${Array.from({ length: 9 }, () => `*${'abcdefghij'[at]}`).join(', ')}]`);

  expect(() => withValue(`${lines.join('\n')}\n`, 'yaml', path, entry)).toThrow(UnreadableConfig);
});

describe('a YAML file of somebody', () => {
  it.each([
    ['servers:\n', 'servers:\n  cairn:\n    url: x\n'],
    ['servers: # mine', 'servers: # mine\n  cairn:\n    url: x\n'],
    ['servers: {}\nb: 1\n', 'servers: \n  cairn:\n    url: x\nb: 1\n'],
    ['servers: { a: 1 } # mine\n', 'servers: {"cairn":{"url":"x"},  a: 1 } # mine\n'],
    ['a: |+\n  text\n\n', 'a: |+\n  text\n\nservers:\n  cairn:\n    url: x\n'],
    ['# only words\n', '# only words\nservers:\n  cairn:\n    url: x\n'],
    ['', 'servers:\n  cairn:\n    url: x\n'],
    [
      'servers:\n    # old\n    cairn:\n        a: 1 # x\n    # next\n    b: 2\n',
      'servers:\n    # old\n    cairn:\n      url: x # x\n    # next\n    b: 2\n',
    ],
  ])('%j gets the entry in its own form', (text, connected) => {
    expect(withValue(text, 'yaml', path, { url: 'x' })).toBe(connected);
  });
});

describe('a JSON5 file of somebody', () => {
  it.each([
    ['{}', '{\n  "servers": {\n    "cairn": {\n      "url": "x"\n    }\n  },\n}'],
    ['{ servers: {} }\n', '{ servers: {\n  "cairn": {\n    "url": "x"\n  },\n} }\n'],
    ['{servers:{a:1}}', '{servers:{ "cairn": {\n  "url": "x"\n},a:1}}'],
    [
      "{\n  servers: { // mine\n    'a': 1\n  },\n}\n",
      '{\n  servers: { // mine\n    "cairn": {\n      "url": "x"\n    },\n    \'a\': 1\n  },\n}\n',
    ],
    ['{ servers: { // none\n} }', '{ servers: { // none\n  "cairn": {\n    "url": "x"\n  },\n} }'],
  ])('%j gets the entry in its own form', (text, connected) => {
    expect(withValue(text, 'json5', path, { url: 'x' })).toBe(connected);
  });
});
