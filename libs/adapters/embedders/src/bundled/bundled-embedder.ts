import { CairnError } from '@cairn/contracts';
import { Embedder, type Embedding } from '@cairn/ports';
import { checkedEmbeddings } from '../checked-embeddings.ts';
import type { EngineName } from './engines.ts';
import { EmbeddingQueue } from './embedding-queue.ts';
import { goldenProbes } from './golden.ts';
import { MINILM, type NumericForm } from './minilm-graph.ts';
import type { TextOutput } from './minilm-model.ts';
import { findModelFiles, WEIGHTS_SHA256 } from './model-files.ts';
import { ModelThread } from './model-thread.ts';
import { bundledTokenWeights, bundledWordPiece } from './tokenizer.ts';
import type { WordPiece } from './wordpiece.ts';

export interface BundledEmbedderOptions {
  /** Processor threads of one run. More make a text faster, not a bulk of them cheaper. */
  readonly intraOpNumThreads?: number;
  /** Numeric forms to try, in this order; the first that passes the self-test is used. */
  readonly forms?: readonly [NumericForm, ...NumericForm[]];
  /** Likewise; the first that this system can load. */
  readonly engines?: readonly EngineName[];
}

/** What a query may have to wait for: some 15 ms of documents. A single longer text counts as one group. */
const GROUP_TOKENS = 64;

const ALL_FORMS = ['int8s', 'int8u', 'fp32'] as const;
const ALL_ENGINES = ['native', 'wasm'] as const;

interface Waiting {
  readonly ids: readonly number[];
  readonly resolve: (output: TextOutput) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * all-MiniLM-L6-v2 in a worker thread of this process: English, 256 tokens, offline, no download. A text gives the same
 * bits whatever is embedded beside it. The model is loaded on first use; a thread that crashed is replaced on the next.
 * Where no native code runs, WebAssembly does. Its vectors bear the same `modelId`, since they are as good
 * as the native ones: their cosine with those is above .999, which a test holds.
 *
 * `modelId` names the preferred numeric form until the self-test has chosen. Should it choose another one, then the calls
 * that came before are refused as retryable, so that no vector is kept under the wrong id.
 */
export class BundledEmbedder extends Embedder {
  readonly dims = MINILM.dims;
  readonly maxTokens = MINILM.maxTokens;
  /**
   * Unrelated passages have a cosine of about .1 and a late interaction of about .15. Spreads: measured over the passages
   * that compete for a question, in chats and documents (.113 to .127, .057 to .078).
   */
  readonly scale = {
    cosineNone: 0.1,
    cosineFull: 0.6,
    maxSimNone: 0.15,
    maxSimFull: 0.5,
    cosineSpread: 0.115,
    maxSimSpread: 0.068,
  };
  readonly #forms: readonly NumericForm[];
  readonly #engines: readonly EngineName[];
  readonly #threads: number;
  readonly #queue = new EmbeddingQueue<Waiting>(GROUP_TOKENS);
  #form: NumericForm;
  #thread: Promise<ModelThread> | undefined;
  #working = false;
  #closed = false;

  constructor({ intraOpNumThreads = 1, forms = ALL_FORMS, engines = ALL_ENGINES }: BundledEmbedderOptions = {}) {
    super();
    this.#threads = intraOpNumThreads;
    this.#forms = forms;
    this.#engines = engines;
    this.#form = forms[0]!;
  }

  get modelId(): string {
    return `minilm-l6-v2@${WEIGHTS_SHA256.slice(0, 8)}/${this.#form}/mean/v1`;
  }

  async embed(texts: readonly string[], kind: 'query' | 'document'): Promise<Embedding[]> {
    if (texts.length === 0) return [];
    const announced = this.modelId;
    const wordPiece = loadedWordPiece();
    const prepared = texts.map((text) => wordPiece.encodeBeginning(text, this.maxTokens));
    const outputs = await this.#compute(
      prepared.map(({ ids }) => ids),
      kind,
    );
    if (this.modelId !== announced) throw unavailable(`The embedding model is ${this.modelId} now.`);
    const vectors = checkedEmbeddings(
      texts.length,
      this.dims,
      outputs.map((output) => output.vector),
    );
    return prepared.map(({ ids, truncated }, at) => ({
      vector: vectors[at]!,
      tokens: { dims: this.dims, bits: outputs[at]!.bits, ids: Uint32Array.from(ids.slice(1, -1)) },
      truncated,
    }));
  }

  /** The special tokens are counted too: a text fits whole when this is at most `maxTokens`. */
  countTokens(text: string): number {
    return loadedWordPiece().count(text);
  }

  tokenWeight(tokenId: number): number {
    return bundledTokenWeights()[tokenId] ?? 0;
  }

  /** Loads the model now, so that the first call need not. After it, `modelId` is what it will stay. */
  async warmUp(): Promise<void> {
    await this.#runningThread();
  }

  /** Loads the model if it is not loaded. */
  async health(): Promise<{ ready: boolean; problem?: string; note?: string }> {
    try {
      const { engine, problems } = await this.#runningThread();
      if (problems.length === 0) return { ready: true };
      return { ready: true, note: `It runs on ${engine}, which is slower, since ${problems.join('; ')}.` };
    } catch (error) {
      return { ready: false, problem: withCause(error) };
    }
  }

  /** Ends the thread. What waits is refused. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const text of this.#queue.drain()) text.reject(unavailable('The embedding model was closed.'));
    const thread = await this.#thread?.catch(() => undefined);
    await thread?.close();
  }

  #compute(texts: readonly (readonly number[])[], kind: 'query' | 'document'): Promise<TextOutput[]> {
    const waiting = texts.map((ids) => ({ ids, ...Promise.withResolvers<TextOutput>() }));
    this.#queue.add(kind, waiting);
    if (!this.#working) void this.#work();
    return Promise.all(waiting.map(({ promise }) => promise));
  }

  /** One group after the other until nothing waits. Without a model nobody is kept waiting. */
  async #work(): Promise<void> {
    this.#working = true;
    try {
      while (this.#queue.size > 0) await this.#runGroup(await this.#runningThread(), this.#queue.next());
    } catch (error) {
      for (const text of this.#queue.drain()) text.reject(error);
    } finally {
      this.#working = false;
    }
  }

  /** A group that fails is refused; those behind it are tried. */
  async #runGroup(thread: ModelThread, group: readonly Waiting[]): Promise<void> {
    try {
      const outputs = await thread.run(group.map((text) => text.ids));
      group.forEach((text, at) => text.resolve(outputs[at]!));
    } catch (error) {
      for (const text of group) text.reject(unavailable('The embedding model failed.', error));
    }
  }

  /** The thread with the model, started if there is none or if it fell. */
  #runningThread(): Promise<ModelThread> {
    return (this.#thread ??= this.#startThread());
  }

  async #startThread(): Promise<ModelThread> {
    try {
      if (this.#closed) throw unavailable('The embedding model was closed.');
      const probes = goldenProbes(loadedWordPiece(), this.maxTokens);
      const setup = {
        files: findModelFiles(),
        engines: this.#engines,
        forms: this.#forms,
        probes,
        threads: this.#threads,
      };
      const thread = await ModelThread.start(setup, () => (this.#thread = undefined));
      this.#form = thread.form;
      return thread;
    } catch (error) {
      this.#thread = undefined;
      throw error instanceof CairnError ? error : unavailable('The bundled embedding model cannot be loaded.', error);
    }
  }
}

function loadedWordPiece(): WordPiece {
  try {
    return bundledWordPiece();
  } catch (error) {
    throw unavailable("The bundled embedding model's vocabulary cannot be read.", error);
  }
}

/** Whoever asks for the health is an operator, who may know why. */
function withCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;
}

function unavailable(message: string, cause?: unknown): CairnError {
  return new CairnError('embedder/unavailable', message, { cause });
}
