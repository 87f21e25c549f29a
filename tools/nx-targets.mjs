// Nx plugin with the targets of each project: `npx nx affected -t lint test`, `npx nx run @cairn/text:lint`.
// `targetDefaults` in nx.json lists the inputs of each target; a target with unchanged inputs comes from the cache.
import { dirname } from 'node:path';

const node = (command) => ({
  executor: 'nx:run-commands',
  options: { command: `node ${command}`, cwd: '{workspaceRoot}' },
});

/** Incremental type check, which repeats only files that a change affects. */
const typeScript = (folder, name) =>
  node(`node_modules/typescript-7/bin/tsc -p ${folder} --incremental --tsBuildInfoFile .nx/${name}.tsbuildinfo`);

const targetsOfProject = (folder) => ({
  lint: node(`tools/lint.ts ${folder}`),
  test: node(`tools/test-project.ts ${folder}`),
});

/** Types of the console, which are checked with browser libraries and without Node's. */
const targetsOfConsole = {
  types: { ...typeScript('apps/console', 'console'), inputs: ['default', '^default', 'versions'] },
};

/** Checks of the whole repository at once, which is faster than project by project (ARCHITECTURE.md). */
const targetsOfWhole = {
  format: node('node_modules/prettier/bin/prettier.cjs --check --log-level warn --cache . "!dist-*/**"'),
  boundaries: node('tools/boundaries.ts'),
  types: { ...typeScript('.', 'types'), inputs: ['{workspaceRoot}/**/*.{ts,tsx,json}', 'versions'] },
  promises: {
    ...node('tools/promises.ts'),
    inputs: ['{workspaceRoot}/**/*.{ts,tsx,json}', '{workspaceRoot}/eslint.promises.config.mjs', 'versions'],
  },
  'dead-code': node('tools/dead-code.ts'),
  docs: node('tools/docs.ts --check'),
  kernels: node('tools/kernels.mjs --check'),
  manifests: node('tools/deploy-checks.ts schemas manifests monitoring'),
  chart: node('tools/deploy-checks.ts chart'),
  compose: node('tools/deploy-checks.ts compose dockerfile'),
  'compose-schema': node(
    'tools/deploy/node_modules/dclint/bin/dclint.cjs --config tools/deploy/dclint.json --max-warnings 0 docker-compose.yml',
  ),
  workers: node('tools/jest/workers.main.mjs'),
  build: node('tools/build.mjs'),
};

const tools = { name: '@cairn/tools', targets: { ...targetsOfProject('tools'), ...targetsOfWhole } };

const nodesOf = (file) => {
  if (file === 'tools/nx-targets.mjs') return { projects: { tools } };
  const folder = dirname(file);
  const targets = { ...targetsOfProject(folder), ...(folder === 'apps/console' && targetsOfConsole) };
  return { projects: { [folder]: { targets } } };
};

export const createNodesV2 = [
  '{{apps,libs,bench,e2e}/**/package.json,tools/nx-targets.mjs}',
  (files) => files.map((file) => [file, nodesOf(file)]),
];
