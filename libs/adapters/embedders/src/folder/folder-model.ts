import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Engine } from '../local/engines.ts';
import { sessionOptions, type LoadedModel, type TextOutput } from '../local/loaded-model.ts';
import { poolTokens, type Pooling } from './pooling.ts';

export interface FolderSource {
  readonly kind: 'folder';
  /** Path of the ONNX file. */
  readonly model: string;
  readonly pooling: Pooling;
  readonly dims: number;
  /** Modules that the folder has after the pooling. They do not apply to token vectors. */
  readonly modulesBehind: readonly string[];
}

/** Builds the values of the usual inputs for one text without padding, by input name. */
const inputs: Readonly<Record<string, (ids: readonly number[]) => readonly number[]>> = {
  input_ids: (ids) => ids,
  attention_mask: (ids) => ids.map(() => 1),
  token_type_ids: (ids) => ids.map(() => 0),
  position_ids: (ids) => ids.map((_, at) => at),
};

const SENTENCE_OUTPUT = 'sentence_embedding';
/** Usual names of outputs, the preferred first: one vector for the whole text, or one vector for each token. */
const outputs = [SENTENCE_OUTPUT, 'last_hidden_state', 'token_embeddings'];

/**
 * Sentence encoder from an ONNX file. It takes one text at a time, so that the vector of a text does not depend on
 * further texts.
 */
export class FolderModel implements LoadedModel {
  readonly form = 'as shipped';
  readonly #engine: Engine;
  readonly #session: InferenceSession;
  readonly #output: string;
  readonly #source: FolderSource;

  private constructor(engine: Engine, session: InferenceSession, output: string, source: FolderSource) {
    this.#engine = engine;
    this.#session = session;
    this.#output = output;
    this.#source = source;
  }

  /** Loads the model. Throws with the reason when the file is no sentence encoder that can run here. */
  static async load(engine: Engine, source: FolderSource, threads: number): Promise<FolderModel> {
    const session = await engine.open(source.model, sessionOptions(threads));
    const unknown = session.inputNames.filter((name) => !inputs[name]);
    if (unknown.length > 0)
      throw new Error(`It wants the inputs ${unknown.join(', ')}; known are ${Object.keys(inputs).join(', ')}.`);
    const output = outputs.find((name) => session.outputNames.includes(name));
    if (!output) throw new Error(`It gives ${session.outputNames.join(', ')}; one of ${outputs.join(', ')} is needed.`);
    const { modulesBehind } = source;
    if (output !== SENTENCE_OUTPUT && modulesBehind.length > 0)
      throw new Error(
        `modules.json names ${modulesBehind.join(', ')}, so the file must give ${SENTENCE_OUTPUT}; it gives ${output}.`,
      );
    const model = new FolderModel(engine, session, output, source);
    await model.run([0]);
    return model;
  }

  async run(ids: readonly number[]): Promise<TextOutput> {
    const feeds = this.#session.inputNames.map((name): [string, Tensor] => [
      name,
      this.#engine.tensor(inputs[name]!(ids)),
    ]);
    const { [this.#output]: output } = await this.#session.run(Object.fromEntries(feeds), [this.#output]);
    const values = Float32Array.from(output!.data as ArrayLike<number>);
    const { dims, pooling } = this.#source;
    const expected = this.#output === SENTENCE_OUTPUT ? dims : dims * ids.length;
    if (values.length !== expected)
      throw new Error(`${this.#output} has ${values.length} numbers for ${ids.length} tokens of ${dims} dimensions.`);
    return { vector: this.#output === SENTENCE_OUTPUT ? values : poolTokens(values, dims, pooling) };
  }
}
