import { NPM_SCOPE } from '../../libs/contracts/src/npm-package.ts';

/** System for which the model's runtime exists as native code, and its files below `bin/napi-v6/<os>/<cpu>` of onnxruntime-node. */
export interface Runtime {
  readonly os: string;
  readonly cpu: string;
  readonly libc?: 'glibc';
  readonly files: readonly string[];
}

/** Native runtimes. On every other system, the package runs its WebAssembly, which takes about five times as long. */
export const runtimes: readonly Runtime[] = [
  { os: 'linux', cpu: 'x64', libc: 'glibc', files: ['libonnxruntime.so.1'] },
  { os: 'linux', cpu: 'arm64', libc: 'glibc', files: ['libonnxruntime.so.1'] },
  // The library lies there twice; the binding loads this one.
  { os: 'darwin', cpu: 'arm64', files: ['libonnxruntime.1.dylib'] },
  // dxcompiler.dll and dxil.dll beside it are in no table of imports: WebGPU alone loads them, by name, and Cairn computes
  // on the processor.
  { os: 'win32', cpu: 'x64', files: ['onnxruntime.dll', 'DirectML.dll'] },
];

/** Beginning of the names of these packages, which `<os>-<cpu>` completes. */
export const RUNTIME_PREFIX = `${NPM_SCOPE}/runtime-`;

export const packageOf = ({ os, cpu }: Pick<Runtime, 'os' | 'cpu'>): string => `${RUNTIME_PREFIX}${os}-${cpu}`;

/** Files of onnxruntime-node that a runtime consists of. */
export const nativeFilesOf = ({ os, cpu, files }: Runtime): string[] =>
  ['onnxruntime_binding.node', ...files].map((file) => `bin/napi-v6/${os}/${cpu}/${file}`);
