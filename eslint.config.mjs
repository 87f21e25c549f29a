import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import { bannedPackages, dependencyRules, importersMay, inTestsAlso, nodeDrivers } from './tools/dependency-rule.ts';
import { injectedParameters } from './tools/injected-parameters.ts';
import { plainWords } from './tools/plain-words.ts';

/** `x.fixture.ts` holds code that several tests of a folder share, `x.contract.ts` a suite that several adapters run. */
const tests = ['**/*.test.ts', '**/*.fixture.ts', '**/*.contract.ts'];
/** Suites and harnesses are long lists of promises, not long functions. */
const testCode = [...tests, 'libs/testing/**', 'e2e/**'];
const fixtures = 'tools/fixtures/**';
const starters = ['../../tools/**', '../../../tools/**'];

/** Converts the table of tools/dependency-rule.ts for the Nx rule. It checks nothing without a project graph: `npm run lint` creates one first. */
function boundaries({ isTest, mayStart = [] }) {
  const types = dependencyRules.map((rule) => ({
    sourceTag: `type:${rule.type}`,
    onlyDependOnLibsWithTags: typeTags([...rule.may, ...(isTest ? inTestsAlso : [])]),
    bannedExternalImports: isTest ? [] : bannedPackages(rule),
  }));
  const options = {
    allow: mayStart,
    allowCircularSelfDependency: false,
    banTransitiveDependencies: false,
    depConstraints: types,
  };
  return { '@nx/enforce-module-boundaries': ['error', options] };
}

const typeTags = (types) => [...new Set(types)].map((type) => `type:${type}`);

/** Forbids imports that the Nx rule cannot judge, since it sees neither Node's modules nor which adapter it is. */
const bannedImport = (names, message) => ({ group: names, message });

const noOther = {
  driver: bannedImport(nodeDrivers, 'A driver belongs in an adapter: ask a port instead.'),
  adapters: bannedImport(
    ['@cairn/adapter-*', '!@cairn/adapter-http-services'],
    'An app takes its backend from @cairn/backends; the CLI may use @cairn/adapter-http-services to ask a running server.',
  ),
  nestOutsideEvents: bannedImport(
    ['@nestjs/*'],
    'An adapter knows no Nest; only an event transport (src/events) may use @nestjs/microservices.',
  ),
  io: (allowed) => ({
    regex: `^(?:${allowed.map((name) => `(?!${name}(?:/|$))`).join('')}node:)`,
    message: `No I/O here${allowed.length > 0 ? ` but ${allowed.join(', ')}` : ''}: take what you need as an argument, or ask a port.`,
  }),
};

const restrict = (files, patterns, ignores = []) => ({
  files,
  ignores: [...testCode, ...ignores],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

const exportAll = {
  selector: 'ExportAllDeclaration',
  message: 'List the names: `export *` hides what a package promises.',
};
const defaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name: a default has as many names as importers.',
};
const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message:
    'Read the environment in libs/platform/src/config.ts only: add the setting there, and take it as an argument.',
};

/** Forbids ways to turn stored text into markup. */
const storedTextAsMarkup = {
  selector: "JSXAttribute[name.name='dangerouslySetInnerHTML'], MemberExpression[property.name=/^(inner|outer)HTML$/]",
  message: 'Stored text never becomes markup: let React write it.',
};

const rules = {
  ...boundaries({ isTest: false }),
  // A function that outgrows the screen hides a noun (STYLE.md).
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
  // Above this, the branches are a table or two functions.
  complexity: ['error', 15],
  'max-depth': ['error', 3],
  'no-restricted-syntax': ['error', exportAll, defaultExport, environment],
  // An empty block hides a fault; a comment in it must say why nothing is done.
  // One line says all that a file takes from another; its types may stand apart.
  'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
  'no-empty': 'error',
  'no-console': 'error',
  eqeqeq: 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/consistent-type-imports': [
    'error',
    { disallowTypeAnnotations: false, fixStyle: 'separate-type-imports' },
  ],
};

export default [
  { ignores: ['**/dist', 'dist-*', '.nx', '**/*.generated.ts', '**/assembly/**'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parser: tseslint.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { '@nx': nx, '@typescript-eslint': tseslint.plugin },
    rules,
  },
  // Kernels are AssemblyScript, whose types (usize, v128) and globals are its own: the rules on words hold there.
  {
    files: ['**/*.as.ts'],
    languageOptions: { parserOptions: { allowInvalidAST: true } },
    rules: Object.fromEntries(Object.keys(rules).map((name) => [name, 'off'])),
  },
  // Nest's injection needs the class itself; a type import would leave nothing to inject (ecosystem: metadata becomes Object).
  {
    files: ['libs/services/**/*.ts', 'libs/platform/**/*.ts', 'libs/backends/**/*.ts', 'apps/**/*.ts', fixtures],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  // A type leaves nothing to inject either: with `@Optional()`, such a parameter would be undefined without a word.
  {
    files: ['libs/services/**/*.ts', 'libs/platform/**/*.ts', 'libs/backends/**/*.ts', 'apps/**/*.ts'],
    plugins: { injected: injectedParameters },
    rules: { 'injected/named': 'error' },
  },
  {
    files: [
      'libs/platform/src/config.ts',
      'libs/testing/src/real-server.ts',
      'apps/*/src/{main,mains/*}.ts',
      'tools/**/*.ts',
      'e2e/**/*.ts',
      'bench/**/*.ts',
      ...tests,
    ],
    rules: allow(exportAll, defaultExport),
  },
  restrict(
    [
      'libs/contracts/**',
      'libs/domain/**',
      'libs/ports/**',
      'libs/text/**',
      'libs/ranking/**',
      'libs/prompt/**',
      'libs/notes/**',
    ],
    [noOther.io([])],
  ),
  restrict(['libs/importers/**'], [noOther.io(importersMay)]),
  restrict(['libs/services/**', 'libs/platform/**', 'libs/backends/**'], [noOther.driver]),
  restrict(['apps/**'], [noOther.driver, noOther.adapters]),
  {
    files: ['apps/console/src/**'],
    rules: { 'no-restricted-syntax': ['error', exportAll, defaultExport, environment, storedTextAsMarkup] },
  },
  restrict(['apps/console/src/**'], [noOther.io([]), noOther.adapters]),
  restrict(['libs/adapters/**', 'libs/store/**'], [noOther.nestOutsideEvents], ['libs/adapters/*/src/events/**']),
  {
    files: testCode,
    rules: { 'max-lines-per-function': 'off', 'no-console': 'off' },
  },
  // A suite beyond this is about several subjects: it becomes files that share a fixture.
  { files: testCode, rules: { 'max-lines': ['error', 700] } },
  { files: tests, rules: boundaries({ isTest: true }) },
  // Tools read sources of every project by path, as files, and are no part of the product.
  { files: ['tools/**'], rules: { '@nx/enforce-module-boundaries': 'off' } },
  // The code that starts servers and the five services belongs to the tools.
  { files: ['e2e/**/*.ts', 'bench/**/*.ts'], rules: boundaries({ isTest: false, mayStart: starters }) },
  { files: ['e2e/**/*.test.ts', 'bench/**/*.test.ts'], rules: boundaries({ isTest: true, mayStart: starters }) },
  // Programs speak to people through the console.
  {
    files: ['apps/cli/**/*.ts', 'apps/server/**/*.ts', 'bench/**/*.ts', 'tools/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mjs'],
    plugins: { words: plainWords },
    rules: { 'words/comments': 'error' },
  },
  // Texts of tests and of measurements are data.
  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: [...testCode, 'bench/**'],
    plugins: { words: plainWords },
    rules: { 'words/messages': 'error' },
  },
  // The fixture of bundles.test.ts imports across its own little libs by path, since it is no workspace.
  { files: [fixtures], rules: { '@nx/enforce-module-boundaries': 'off' } },
];

function allow(...left) {
  return { 'no-restricted-syntax': ['error', ...left] };
}
