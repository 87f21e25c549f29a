// npm run build:clients: generates client packages for the HTTP API from the route table.
//   --out <folder>   default dist-clients; gets typescript/ and python/, each ready for its registry
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { rolldown } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { NPM_SCOPE, routes, storesInput, type Route } from '../../libs/contracts/src/index.ts';
import { apiDocument } from '../../libs/platform/src/api-docs.ts';
import { root } from '../common/program.ts';
import { apiTools } from '../servers/machine.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist-clients' } } });
const sources = join(root, 'tools', 'clients');
const out = resolve(root, values.out);
const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>;
const document = JSON.stringify(apiDocument(() => true));

/** Builds one file of plain JavaScript without dependencies, and its types. */
async function makeTypescript(folder: string): Promise<void> {
  mkdirSync(join(folder, 'client'), { recursive: true });
  const entry = join(folder, 'index.ts');
  writeFileSync(entry, entryOf(endpoints()));
  await bundled(entry, folder);
  writeFileSync(join(folder, 'index.d.ts'), declarationOf(entry).replaceAll('"@cairn/client"', '"./client/index.js"'));
  rmSync(entry);
  await makeStores(folder);
  writeFileSync(
    join(folder, 'api.d.ts'),
    astToString(await openapiTS(document, { exportType: true, defaultNonNullable: false })),
  );
  for (const path of globSync('libs/client/src/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }))
    writeFileSync(join(folder, 'client', basename(path).replace(/ts$/, 'd.ts')), declarationOf(join(root, path)));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  copyFileSync(join(sources, 'typescript.md'), join(folder, 'README.md'));
}

/** Builds the stores of frameworks, each a file that imports nothing. Their types import those of notes. */
async function makeStores(folder: string): Promise<void> {
  for (const name of stores) await bundled(join(sources, 'typescript', `${name}.ts`), folder);
  for (const name of [...stores, 'notes'])
    writeFileSync(
      join(folder, `${name}.d.ts`),
      declarationOf(join(sources, 'typescript', `${name}.ts`)).replace(/^import .*\.json.*\n/m, ''),
    );
}

/** Generates the type declarations of a source file, with package imports rewritten to the built names. */
function declarationOf(path: string): string {
  const { code, errors } = isolatedDeclarationSync(path, readFileSync(path, 'utf8'));
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join(' ')}`);
  return code.replaceAll(/(from ["']\.[^"']*)\.ts(["'])/g, '$1.js$2');
}

function endpoints() {
  return Object.entries<Route>(routes).map(([name, route]) => {
    const { method, path, headers } = route;
    const isRepeatable = method !== 'POST' || !storesInput(route);
    return [name, { method, path, isRepeatable, takesKey: 'Idempotency-Key' in (headers?.shape ?? {}) }] as const;
  });
}

const entryOf = (
  table: ReturnType<typeof endpoints>,
) => `import { apiClient, type ApiClient, type ApiClientOptions, type ApiEndpoint } from '@cairn/client';
import type { components, operations } from './api.ts';

export { inBatches, ServerRefusal, ServerUnreachable } from '@cairn/client';
export type { ApiClientOptions, CallOptions, InputOf, OutputOf, RefusedField } from '@cairn/client';

type DataOperations = Omit<operations, 'healthz' | 'readyz'>;

/** The shapes of requests and answers, by name. */
export type Schemas = components['schemas'];
/** A method for each route of the API. Each fails with ServerRefusal or ServerUnreachable. */
export type CairnClient = ApiClient<DataOperations>;

const endpoints: Readonly<Record<keyof DataOperations, ApiEndpoint>> = ${JSON.stringify(Object.fromEntries(table))};

/** A client of one server. */
export const cairnClient = (options: ApiClientOptions): CairnClient => apiClient<DataOperations>(endpoints, options);
`;

async function bundled(input: string, dir: string): Promise<void> {
  const build = await rolldown({
    input,
    cwd: root,
    platform: 'neutral',
    resolve: { alias: { '@cairn/client': join(root, 'libs', 'client', 'src', 'index.ts') } },
  });
  await build.write({ dir, format: 'esm' });
  await build.close();
}

const stores = ['memory-tool', 'openai-session', 'ai-sdk', 'langgraph-store'];

const manifest = {
  name: `${NPM_SCOPE}/client`,
  version,
  description: 'Client of Cairn, a team memory for AI agents',
  license,
  type: 'module',
  sideEffects: false,
  exports: Object.fromEntries(
    ['index', ...stores].map((name) => [
      name === 'index' ? '.' : `./${name}`,
      { types: `./${name}.d.ts`, default: `./${name}.js` },
    ]),
  ),
  files: ['*.js', '*.d.ts', 'client'],
};

/** Generates the Python package with openapi-python-client. Returns false if that is not installed here. */
function makePython(folder: string): boolean {
  const program = join(apiTools(), 'bin', 'openapi-python-client');
  if (!existsSync(program)) return false;
  const making = mkdtempSync(join(tmpdir(), 'cairn-client-'));
  try {
    const [source, config] = [join(making, 'openapi.json'), join(making, 'config.json')];
    writeFileSync(source, document);
    writeFileSync(config, JSON.stringify(pythonNames));
    execFileSync(
      program,
      ['generate', '--path', source, '--config', config, '--output-path', folder, '--meta', 'uv', '--overwrite'],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    copyFileSync(join(sources, 'python.md'), join(folder, 'README.md'));
    copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    describePackage(join(folder, 'pyproject.toml'));
    const module = join(folder, pythonNames.package_name_override);
    raiseRefusals(module);
    for (const name of ['server', 'memory_tool', 'langgraph_store', 'openai_session'])
      copyFileSync(join(sources, 'python', `${name}.py`), join(module, `${name}.py`));
    copyFileSync(join(sources, 'memory-tool.json'), join(module, 'memory_tool.json'));
    return true;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** Adds what a registry shows, and the frameworks whose stores the package has. */
function describePackage(path: string): void {
  const text = readFileSync(path, 'utf8')
    .replace(/^description = .*$/m, `description = ${JSON.stringify(manifest.description)}`)
    .replace('authors = []\n', `license = ${JSON.stringify(license)}\nlicense-files = ["LICENSE"]\n`)
    .replace('[tool.uv.build-backend]', `[project.optional-dependencies]\n${extras}\n[tool.uv.build-backend]`);
  writeFileSync(path, text);
}

const extras = [
  'anthropic = ["anthropic>=1"]',
  'langgraph = ["langgraph-checkpoint>=3"]',
  'openai = ["openai-agents>=0.6"]',
  '',
].join('\n');

/** Replaces the generated client classes by ours under the same names, so that every import leads to ours. */
function raiseRefusals(folder: string): void {
  renameSync(join(folder, 'client.py'), join(folder, 'generated_client.py'));
  copyFileSync(join(sources, 'python', 'client.py'), join(folder, 'client.py'));
  const init = join(folder, '__init__.py');
  const names = readFileSync(init, 'utf8')
    .replace('import AuthenticatedClient, Client\n', 'import AuthenticatedClient, Client, KeyRefused\n')
    .replace('    "Client",\n', '    "Client",\n    "KeyRefused",\n');
  writeFileSync(init, names);
}

const pythonNames = {
  project_name_override: 'cairn-memory',
  package_name_override: 'cairn_memory',
  package_version_override: version,
  post_hooks: [],
};

rmSync(out, { recursive: true, force: true });
await makeTypescript(join(out, 'typescript'));
console.log(`${join(values.out, 'typescript')}: ${manifest.name} ${version}`);
if (makePython(join(out, 'python'))) console.log(`${join(values.out, 'python')}: cairn-memory ${version}`);
else console.log('skipped: the Python client (no openapi-python-client: tools/servers/install.sh)');
