import type { InferenceSession, Tensor } from 'onnxruntime-node';

/** What can compute the model: native code, or WebAssembly, which runs everywhere and takes about five times as long. */
export type EngineName = 'native' | 'wasm';

type SessionOptions = InferenceSession.SessionOptions;

/** ONNX Runtime in one of its builds, which have the same surface. */
export interface Engine {
  readonly name: EngineName;
  /** Takes the bytes of a model, or its path, beside which its external data may lie. */
  open(model: Buffer | string, options: SessionOptions): Promise<InferenceSession>;
  tensor(ids: readonly number[]): Tensor;
}

export interface LoadedEngine {
  readonly engine: Engine;
  /** Why engines before it in the list do not run here. */
  readonly problems: readonly string[];
}

/** The first engine that runs on this system; each is read from disk only when it is tried. Throws when none does. */
export async function firstEngine(names: readonly EngineName[]): Promise<LoadedEngine> {
  const problems: string[] = [];
  for (const name of names) {
    try {
      return { engine: engineFrom(name, await runtimes[name]()), problems };
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(`ONNX Runtime does not run on this system (${problems.join('; ')}).`);
}

type Runtime = Pick<typeof import('onnxruntime-node'), 'InferenceSession' | 'Tensor'>;

const runtimes: Record<EngineName, () => Promise<Runtime>> = {
  native: async () => (await import('onnxruntime-node')).default,
  wasm: async () => {
    const runtime = await import('onnxruntime-web');
    // More would be threads of a thread; the embedder has one on purpose.
    runtime.env.wasm.numThreads = 1;
    return runtime;
  },
};

const engineFrom = (name: EngineName, { InferenceSession, Tensor }: Runtime): Engine => ({
  name,
  open: (model, options) => InferenceSession.create(model as string, options),
  tensor: (ids) => new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
});
