// Lint rules that need types: each call that gives a promise is awaited, returned or set aside on purpose. They read the program of the
// whole repository, which takes a minute, so they are a target of their own (`promises`).
import tseslint from 'typescript-eslint';

const promises = (options) => ({
  '@typescript-eslint/no-floating-promises': ['error', options],
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
});

export default [
  {
    ignores: [
      '**/dist',
      'dist-*',
      '.nx',
      '**/*.generated.ts',
      '**/*.as.ts',
      '**/assembly/**',
      'tools/fixtures/bundles',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: ['tsconfig.json', 'apps/console/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: promises({}),
  },
  // A call in a transaction that is set aside runs after the commit, or never: `void` is no excuse in the store.
  { files: ['libs/store/**/*.ts', 'tools/fixtures/promises/in-store.ts'], rules: promises({ ignoreVoid: false }) },
];
