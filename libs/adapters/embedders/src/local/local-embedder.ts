import { availableParallelism } from 'node:os';
import { CairnError } from '@cairn/contracts';
import { Embedder, type Embedding } from '@cairn/ports';
import { requireEmbeddings } from '../common/checked-embeddings.ts';
import { DocumentRests } from './document-rests.ts';
import { EmbeddingQueue } from './embedding-queue.ts';
import type { EngineName } from './engines.ts';
import { KeptThread } from './kept-thread.ts';
import type { TextOutput } from './loaded-model.ts';
import { ModelThread, type ModelSource } from './model-thread.ts';

export interface LocalEmbedderOptions {
  /** Number of processor threads of one run. More threads make a single text faster, but not a bulk. */
  readonly intraOpNumThreads?: number;
  /** Engines in the order in which they are tried. The first engine that this system can load is used. */
  readonly engines?: readonly EngineName[];
  /** Time in ms for which documents keep the model busy before a second thread helps. */
  readonly helpAfterMs?: number;
}

/** Text as tokens of the model, cut to the model's limit. */
export interface EncodedText {
  readonly ids: readonly number[];
  readonly truncated: boolean;
}

/**
 * Maximum number of tokens in a group, which limits the wait of a query to some 15 ms of documents. A single text that
 * is longer forms a group by itself.
 */
const GROUP_TOKENS_MAX = 64;

const HELP_AFTER_MS = 500;
/** Number of waiting texts from which a second thread helps after a fifth of that time, since they outlast its start. */
const BULK_TEXTS = 48;
/** Time in ms without documents after which the second thread ends, since it keeps a copy of the model; a question ends it at once. */
const IDLE_HELPER_MS = 10_000;
/** A pause in ms that does not end a bulk of documents: their indexing asks for them in small parts. */
const PAUSE_IN_BULK_MS = 250;

const ALL_ENGINES = ['native', 'wasm'] as const;

interface WaitingText {
  readonly ids: readonly number[];
  readonly kind: 'query' | 'document';
  readonly resolve: (output: TextOutput) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Model in a worker thread of this process. A text gives the same bits whichever texts are embedded together with it.
 * While a bulk of documents waits and nobody asks, a second thread embeds documents too. The model is loaded on first use, and a crashed thread is replaced at the next call. Where native code does not run,
 * WebAssembly is used.
 */
export abstract class LocalEmbedder extends Embedder {
  /** Name of the embedder in messages, such as "bundled embedding model". */
  protected abstract readonly label: string;
  readonly #engines: readonly EngineName[];
  readonly #threads: number;
  readonly #queue = new EmbeddingQueue<WaitingText>(GROUP_TOKENS_MAX);
  readonly #thread = new KeptThread((onFall) => this.#startThread(onFall));
  readonly #helper = new KeptThread((onFall) => this.#startThread(onFall));
  readonly #helpAfterMs: number;
  #canHelp = availableParallelism() > 1;
  #helping: Promise<void> | undefined;
  #helperIdle: NodeJS.Timeout | undefined;
  #working = false;
  /** Times at which the current bulk of work began and at which the last work ended. */
  #bulk = { since: 0, until: -Infinity };
  #closed = false;
  readonly #rests = new DocumentRests();

  constructor({
    intraOpNumThreads = 1,
    engines = ALL_ENGINES,
    helpAfterMs = HELP_AFTER_MS,
  }: LocalEmbedderOptions = {}) {
    super();
    this.#helpAfterMs = helpAfterMs;
    this.#threads = intraOpNumThreads;
    this.#engines = engines;
  }

  protected abstract encode(text: string, kind: 'query' | 'document'): EncodedText;
  /** Returns the model that the worker loads. */
  protected abstract source(): ModelSource;
  /** Called when the worker has chosen the numeric form. */
  protected loadedAs(_form: string): void {}

  async embed(
    texts: readonly string[],
    kind: 'query' | 'document',
    { isAwaited = false }: { readonly isAwaited?: boolean } = {},
  ): Promise<Embedding[]> {
    if (texts.length === 0) return [];
    const announced = this.modelId;
    if (kind === 'query') this.#noteQuestion();
    const encoded = texts.map((text) => this.encode(text, kind));
    const outputs = await this.#compute(
      encoded.map(({ ids }) => ids),
      isAwaited ? 'query' : kind,
    );
    if (this.modelId !== announced) throw unavailableError(`The embedding model is ${this.modelId} now.`);
    const vectors = requireEmbeddings(
      texts.length,
      this.dims,
      outputs.map((output) => output.vector),
    );
    return encoded.map(({ ids, truncated }, at) => {
      const { bits } = outputs[at]!;
      const tokens = bits && { dims: this.dims, bits, ids: Uint32Array.from(ids.slice(1, -1)) };
      return { vector: vectors[at]!, tokens, truncated };
    });
  }

  /** Loads the model now instead of with the first call. Afterwards, `modelId` is final. */
  async warmUp(): Promise<void> {
    await this.#loadedThread();
  }

  /** Loads the model if it is not loaded. */
  async health(): Promise<{ ready: boolean; problem?: string; note?: string }> {
    try {
      const { engine, problems } = await this.#loadedThread();
      if (problems.length === 0) return { ready: true };
      return { ready: true, note: `It runs on ${engine}, which is slower, since ${problems.join('; ')}.` };
    } catch (error) {
      return { ready: false, problem: withCause(error) };
    }
  }

  /** Ends the threads. Waiting texts are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#rests.end();
    clearTimeout(this.#helperIdle);
    for (const text of this.#queue.drain()) text.reject(unavailableError('The embedding model was closed.'));
    await Promise.all([this.#thread.close(), this.#helper.close()]);
  }

  #compute(texts: readonly (readonly number[])[], kind: 'query' | 'document'): Promise<TextOutput[]> {
    const waiting = texts.map((ids) => ({ ids, kind, ...Promise.withResolvers<TextOutput>() }));
    this.#queue.add(kind, waiting);
    if (kind === 'query') this.#rests.end();
    if (!this.#working) void this.#work();
    return Promise.all(waiting.map(({ promise }) => promise));
  }

  /** Runs group after group until no text waits. Refuses all texts when the model cannot be loaded. */
  async #work(): Promise<void> {
    this.#working = true;
    const now = performance.now();
    if (now - this.#bulk.until > PAUSE_IN_BULK_MS) this.#bulk.since = now;
    try {
      while (this.#queue.size > 0) {
        await this.#runNext(await this.#loadedThread());
        this.#callHelper();
      }
    } catch (error) {
      for (const text of this.#queue.drain()) text.reject(error);
    } finally {
      this.#bulk.until = performance.now();
      this.#working = false;
    }
  }

  async #runNext(thread: ModelThread): Promise<void> {
    const group = this.#queue.next();
    const startedAt = performance.now();
    await this.#runGroup(thread, group);
    if (this.#queue.hasOnlyDocuments && group[0]?.kind === 'document')
      await this.#rests.wait(this.#rests.restAfter(performance.now() - startedAt));
  }

  /** Records a question. The second thread, which leaves the processor to questions for some time, ends. */
  #noteQuestion(): void {
    this.#rests.noteQuestion();
    if (!this.#helping) void this.#helper.close();
  }

  #callHelper(): void {
    const afterMs = this.#queue.size >= BULK_TEXTS ? this.#helpAfterMs / 5 : this.#helpAfterMs;
    const isBulk = performance.now() - this.#bulk.since > afterMs;
    if (isBulk && this.#canHelp && !this.#closed && this.#isForHelper()) this.#helping ??= this.#help();
  }

  #isForHelper(): boolean {
    return this.#rests.isQuiet && this.#queue.hasOnlyDocuments;
  }

  /**
   * Runs groups of documents in the second thread until a question arrives or no document waits. If the thread cannot be
   * used, the first thread goes on alone.
   */
  async #help(): Promise<void> {
    clearTimeout(this.#helperIdle);
    try {
      const [helper, { form }] = await Promise.all([this.#helper.running(), this.#thread.running()]);
      this.#canHelp = helper.form === form;
      while (this.#canHelp && this.#isForHelper()) await this.#runGroup(helper, this.#queue.next());
    } catch {
      this.#canHelp = false;
    } finally {
      this.#helping = undefined;
      const idleMs = this.#rests.isQuiet ? IDLE_HELPER_MS : 0;
      this.#helperIdle = setTimeout(() => void this.#helper.close(), idleMs).unref();
    }
  }

  /** Runs a group. If it fails, its texts are refused, and the next groups are still tried. */
  async #runGroup(thread: ModelThread, group: readonly WaitingText[]): Promise<void> {
    try {
      const outputs = await thread.run(group.map((text) => text.ids));
      group.forEach((text, at) => text.resolve(outputs[at]!));
    } catch (error) {
      for (const text of group) text.reject(unavailableError('The embedding model failed.', error));
    }
  }

  /** Returns the first thread. Starts a thread if there is none or the last thread has crashed. */
  async #loadedThread(): Promise<ModelThread> {
    const thread = await this.#thread.running();
    this.loadedAs(thread.form);
    return thread;
  }

  async #startThread(onFall: () => void): Promise<ModelThread> {
    try {
      if (this.#closed) throw unavailableError('The embedding model was closed.');
      const setup = { source: this.source(), engines: this.#engines, threads: this.#threads };
      return await ModelThread.start(setup, onFall);
    } catch (error) {
      throw error instanceof CairnError ? error : unavailableError(`The ${this.label} cannot be loaded.`, error);
    }
  }
}

/** Returns the text of an error with its cause, which the operator who requests the health may see. */
function withCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;
}

export function unavailableError(message: string, cause?: unknown): CairnError {
  return new CairnError('embedder/unavailable', message, { cause });
}
