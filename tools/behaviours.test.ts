import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { behaviours } from './behaviours.ts';
import { root } from './common/program.ts';

const CITED = /\/\/ Behaviour ([\d,a-z -]+)\n\s*(?:it|test|describe)(?:\.each)?\(/g;

/** The ids that tests cite, each with the files. */
function cited(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const patterns = ['libs/**/*.test.ts', 'libs/**/*.contract.ts', 'e2e/src/**/*.e2e.test.ts'];
  for (const file of globSync(patterns, { cwd: root, exclude: (name) => name === 'node_modules' }))
    for (const [, ids = ''] of readFileSync(join(root, file), 'utf8').matchAll(CITED))
      for (const id of ids.split(',').map((each) => each.trim())) found.set(id, [...(found.get(id) ?? []), file]);
  return found;
}

it('has a test for every behaviour that is done, and says which are later', () => {
  const found = cited();
  const owed = behaviours.filter(({ id, state }) => state === 'done' && !found.has(id)).map(({ id }) => id);
  const waiting = behaviours.filter(({ state }) => state === 'later');
  for (const { id, says } of waiting) process.stdout.write(`not yet: ${id} ${says}\n`);

  expect(owed).toEqual([]);
  expect(waiting.filter(({ id }) => found.has(id)).map(({ id }) => id)).toEqual([]);
  expect([...found.keys()].filter((id) => !behaviours.some((behaviour) => behaviour.id === id))).toEqual([]);
  expect(new Set(behaviours.map(({ id }) => Number.parseInt(id, 10))).size).toBe(27);
});
