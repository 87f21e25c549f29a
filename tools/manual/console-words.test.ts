import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../common/program.ts';

const folder = join(root, 'apps/console/src');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');

/** The first column of the page's table of words, one row for each word or pair of words. */
const documented = readFileSync(join(root, 'docs/use/console.md'), 'utf8')
  .split('## Words')[1]!
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .flatMap((line) => line.split('|')[1]!.split(','))
  .map((word) => word.trim());

it('uses each word that its page explains', () => {
  expect(documented.length).toBeGreaterThan(20);
  expect(documented.filter((word) => !new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'i').test(sources))).toEqual([]);
});
