import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { englishReader, type StatementReader } from './english-reader.ts';
import { english } from './lexicon.en.ts';
import { listOf } from './lexicon.ts';

let readEnglish: StatementReader;
beforeAll(async () => {
  readEnglish = await englishReader();
});

const hostile: readonly [string, string][] = [
  ['one word', 'a'],
  ['and', 'A and '],
  ['brackets', '('],
  ['of', 'owner of '],
  ['who', 'who owns X, '],
  ['marks', '@a, '],
  ['verbs', 'owns leads uses '],
  ['quotes', '"a" is '],
  ['lines', '- A owns x-y\n'],
  ['stress', '**a'],
  ['labels', 'a: '],
  ['commas', ', which'],
  ['hand-overs', 'A: B -> '],
];

const timeOf = (text: string): number => {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    readEnglish({ content: text, saidAt: 0, evidence: { memoryId: 'm' } });
    return performance.now() - start;
  });
  return Math.min(...times);
};

it.each(hostile)('reads 100 KB of %s in time that grows no faster than it', (_, piece) => {
  const text = (length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  timeOf(text(5_000));
  const short = timeOf(text(25_000));

  expect(timeOf(text(100_000))).toBeLessThan(12 * short + 200);
});

it.each(Object.getOwnPropertyNames(Object.prototype))('reads %s, which every object has, like another word', (name) => {
  const content = `Ana ${name} it no longer. The ${name} is needed by zither-api. ${name}: ${name}. Who ${name} it?`;

  expect(() => readEnglish({ title: name, content, saidAt: 0, evidence: { memoryId: 'm' } })).not.toThrow();
});

/** Verbs and nouns for roles, but for those that grammar needs. */
const contentWords = new Set(
  english.relations
    .flatMap(({ verbs = '', reverse = '', roles = '', heads = '' }) => [verbs, reverse, roles, heads])
    .flatMap((texts) => listOf(texts).map((text) => text.split(' ')[0]!))
    .filter((word) => word.length > 3 && !['have', 'part', 'take'].includes(word)),
);

it('keeps words of content in the lexicon: no mechanism names a verb or a role', () => {
  const folder = join(process.cwd(), 'libs/graph/src/read');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !/\.(?:test|fixture|en)\.ts$/u.test(file));
  const found = files.flatMap((file) => {
    const code = readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu, '');
    const lists = code.match(/'[\p{Ll}’]+(?: [\p{Ll}’]+){2,}'|\/\^?\(\?:[^/\n]*\/u/gu) ?? [];
    const texts = lists.flatMap((text) => text.match(/\p{Ll}+/gu) ?? []);
    return texts.filter((word) => contentWords.has(word)).map((word) => `${file}: ${word}`);
  });

  expect(found).toEqual([]);
});
