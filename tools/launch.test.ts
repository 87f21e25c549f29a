import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverMemorySettings, serverNodeFlags } from '@cairn/platform/server-node-flags';

const launch = readFileSync(join(__dirname, 'launch.mjs'), 'utf8');

/** Returns what follows the name of a constant, up to the end of its statement. */
const statementOf = (name: string): string => new RegExp(`const ${name} = ([^;]*);`).exec(launch)![1]!;

it('starts our programs as the CLI starts a server: with its flags of Node and its settings of glibc', () => {
  const flags = Array.from(statementOf('NODE_FLAGS').matchAll(/'(.*?)'/g), ([, flag]) => flag);
  const settings = Array.from(statementOf('MEMORY_SETTINGS').matchAll(/(\w+): '(\d+)'/g), ([, ...pair]) => pair);

  expect(flags).toEqual(expect.arrayContaining([...serverNodeFlags]));
  expect(Object.fromEntries(settings)).toEqual(serverMemorySettings);
});
