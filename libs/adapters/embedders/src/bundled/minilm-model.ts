import type { InferenceSession } from 'onnxruntime-node';
import type { Engine } from '../local/engines.ts';
import { freeBytes } from '../local/free-bytes.ts';
import { sessionOptions, type LoadedModel, type TextOutput } from '../local/loaded-model.ts';
import { meanVector, signBits } from '../local/sign-bits.ts';
import { buildMiniLm, MINILM, type NumericForm } from './minilm-graph.ts';
import type { Weights } from './tfjs-weights.ts';

/**
 * Model in one numeric form, ready to run. `run` blocks its thread while it computes. It takes one text at a time on
 * purpose: the 8-bit form scales its inputs by the largest value of all texts in a run, so a second text would change
 * the vector of the first (mean cosine .990, lowest .969 over 640 chat turns in batches of 32), and a batch is no
 * faster.
 */
export class MiniLmModel implements LoadedModel {
  readonly form: NumericForm;
  readonly #engine: Engine;
  readonly #session: InferenceSession;

  private constructor(engine: Engine, session: InferenceSession, form: NumericForm) {
    this.form = form;
    this.#engine = engine;
    this.#session = session;
  }

  static async load(engine: Engine, weights: Weights, form: NumericForm, threads: number): Promise<MiniLmModel> {
    const graph = buildMiniLm(weights, form);
    const session = await engine.open(graph, sessionOptions(threads));
    freeBytes(graph);
    return new MiniLmModel(engine, session, form);
  }

  /**
   * Takes the ids of a whole text, including [CLS] and [SEP]. The vector is the mean over all tokens, as in the
   * training of the model. The bits are the sign bits of the tokens between [CLS] and [SEP].
   */
  async run(ids: readonly number[]): Promise<TextOutput> {
    const { token_embeddings: output } = await this.#session.run({ input_ids: this.#engine.tensor(ids) });
    const tokens = output!.data as Float32Array;
    const inner = tokens.subarray(MINILM.dims, tokens.length - MINILM.dims);
    return { vector: meanVector(tokens, MINILM.dims), bits: signBits(inner) };
  }

  async release(): Promise<void> {
    await this.#session.release();
  }
}
