// The targets of each project, as a plugin of Nx: `npx nx affected -t lint test`, `npx nx run @cairn/tools:types`.
// `targetDefaults` in nx.json names what each target reads; a target whose inputs are unchanged is answered from the cache.
import { dirname } from 'node:path';

const node = (command) => ({
  executor: 'nx:run-commands',
  options: { command: `node tools/run.mjs ${command}`, cwd: '{workspaceRoot}' },
});

const both = (first, second) => ({
  ...first,
  options: { ...first.options, command: `${first.options.command} && ${second.options.command}` },
});

const jest = 'node_modules/jest/bin/jest.js --passWithNoTests --maxWorkers=2';

const targetsOfProject = (folder) => ({
  lint: node(`tools/lint.ts ${folder}`),
  test: {
    ...node(`${jest} --testPathPatterns ${folder}/`),
    options: {
      ...node(`${jest} --testPathPatterns ${folder}/`).options,
      env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' },
    },
  },
});

/** What is checked for the whole repository at once, since that is faster than project by project. */
const targetsOfWhole = {
  format: node('node_modules/prettier/bin/prettier.cjs --check --log-level warn --cache . "!dist-*/**"'),
  'lint-all': node('tools/lint.ts'),
  types: both(
    node('node_modules/typescript-7/bin/tsc -p .'),
    // A browser is another world: its own library, and no Node.
    node('node_modules/typescript-7/bin/tsc -p apps/console'),
  ),
  docs: node('tools/docs.ts --check'),
  kernels: node('tools/kernels.mjs --check'),
  manifests: node('tools/deploy-checks.ts schemas manifests monitoring'),
  compose: node('tools/deploy-checks.ts compose dockerfile'),
  unit: node('tools/test-stages.ts --stage unit'),
};

const tools = {
  name: '@cairn/tools',
  targets: { ...targetsOfProject('tools'), ...targetsOfWhole },
};

const isProject = (file) => /^(apps|libs|bench|e2e)\//.test(file);

const nodesOf = (file) => {
  if (file === 'tools/nx-targets.mjs') return { projects: { tools } };
  const folder = dirname(file);
  return isProject(file) ? { projects: { [folder]: { targets: targetsOfProject(folder) } } } : {};
};

export const createNodesV2 = [
  '{{apps,libs,bench,e2e}/**/package.json,tools/nx-targets.mjs}',
  (files) => files.map((file) => [file, nodesOf(file)]),
];
