import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { behaviours, type Behaviour } from './behaviours.ts';
import { root } from './common/program.ts';

const CITED = /\/\/ Behaviour ([\d,a-z -]+)\n\s*(?:it|test|describe)(?:\.each)?\(/g;

/** Ids that tests cite, each with the files. */
function cited(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const patterns = ['libs/**/*.test.ts', 'libs/**/*.contract.ts', 'e2e/src/**/*.e2e.test.ts'];
  for (const file of globSync(patterns, { cwd: root, exclude: (name) => name === 'node_modules' }))
    for (const [, ids = ''] of readFileSync(join(root, file), 'utf8').matchAll(CITED))
      for (const id of ids.split(',').map((each) => each.trim())) found.set(id, [...(found.get(id) ?? []), file]);
  return found;
}

it('has a test for every behaviour, or a bench with its figures', () => {
  const found = cited();
  const measured = readFileSync(join(root, 'docs/inside/measured.md'), 'utf8');
  const isShown = ({ id, bench }: Behaviour) =>
    bench === undefined ? found.has(id) : measured.includes(`\`${bench}\``);

  expect(behaviours.filter((behaviour) => !isShown(behaviour))).toEqual([]);
  expect([...found.keys()].filter((id) => !behaviours.some((behaviour) => behaviour.id === id))).toEqual([]);
  expect(new Set(behaviours.map(({ id }) => Number.parseInt(id, 10))).size).toBe(27);
});
