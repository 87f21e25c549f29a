import type { InferenceSession, Tensor } from 'onnxruntime-node';

/** Engine that can run the model: native code, or WebAssembly, which runs everywhere and takes about five times as long. */
export type EngineName = 'native' | 'wasm';

type SessionOptions = InferenceSession.SessionOptions;

/** A build of ONNX Runtime; all builds have the same interface. */
export interface Engine {
  readonly name: EngineName;
  /** Opens a model, given as its bytes or as a path. Next to the path may be files with external data. */
  open(model: Buffer | string, options: SessionOptions): Promise<InferenceSession>;
  tensor(ids: readonly number[]): Tensor;
}

export interface LoadedEngine {
  readonly engine: Engine;
  /** Reasons why the preferred engines, which come earlier in the list, do not run here. */
  readonly problems: readonly string[];
}

/** Returns the first engine that runs on this system. Each engine is loaded only when it is tried. Throws when none runs. */
export async function loadFirstEngine(names: readonly EngineName[]): Promise<LoadedEngine> {
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
    // Without this, the worker thread would start further threads; the embedder uses one on purpose.
    runtime.env.wasm.numThreads = 1;
    return runtime;
  },
};

const engineFrom = (name: EngineName, { InferenceSession, Tensor }: Runtime): Engine => ({
  name,
  open: (model, options) => InferenceSession.create(model as string, options),
  tensor: (ids) => new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
});
