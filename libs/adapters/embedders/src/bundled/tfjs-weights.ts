import { readChecked, type ModelFiles } from './model-files.ts';

/** A tensor with the values `scale * (quantised - zeroPoint)`, up to the rounding of the zero point. */
export interface QuantisedTensor {
  readonly shape: readonly number[];
  readonly quantised: Uint8Array;
  readonly scale: number;
  readonly min: number;
  readonly zeroPoint: number;
}

export type Weights = ReadonlyMap<string, QuantisedTensor>;

interface WeightEntry {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly quantization?: { readonly dtype: string; readonly scale: number; readonly min: number };
}

/**
 * Reads the weights of a TensorFlow.js graph model, by name. One file contains all weights in the order of the
 * manifest.
 */
export function readTfjsWeights(files: Pick<ModelFiles, 'weights' | 'manifest'>): Weights {
  const entries = entriesOf(readChecked(files.manifest));
  const bytes = readChecked(files.weights);
  const weights = new Map<string, QuantisedTensor>();
  let at = 0;
  for (const entry of entries) {
    const size = bytesOf(entry);
    if (entry.quantization) weights.set(entry.name, tensorOf(entry, entry.quantization, bytes.subarray(at, at + size)));
    at += size;
  }
  if (at !== bytes.length) throw new Error(`The weights are ${bytes.length} bytes long; their manifest lists ${at}.`);
  return weights;
}

/** Parses the manifest. Its shape is known, since its hash was checked. */
function entriesOf(manifest: Buffer): readonly WeightEntry[] {
  const model = JSON.parse(manifest.toString('utf8')) as { weightsManifest: [{ weights: WeightEntry[] }] };
  return model.weightsManifest[0].weights;
}

/**
 * Returns the number of bytes of a weight. A quantised weight has one byte per value. Any other weight is an integer
 * constant with four bytes per value, which our graph does not need.
 */
function bytesOf(entry: WeightEntry): number {
  const values = entry.shape.reduce((product, size) => product * size, 1);
  if (entry.quantization?.dtype === 'uint8') return values;
  if (entry.dtype === 'int32' && !entry.quantization) return 4 * values;
  throw new Error(`The weight ${entry.name} has the unknown form ${entry.dtype}.`);
}

function tensorOf(
  entry: WeightEntry,
  { scale, min }: { readonly scale: number; readonly min: number },
  quantised: Uint8Array,
): QuantisedTensor {
  return { shape: entry.shape, quantised, scale, min, zeroPoint: Math.round(-min / scale) };
}

/** Returns the first `count` values as floats; by default all values. */
export function dequantiseTensor(tensor: QuantisedTensor, count = tensor.quantised.length): Float32Array {
  return Float32Array.from(tensor.quantised.subarray(0, count), (value) => value * tensor.scale + tensor.min);
}
