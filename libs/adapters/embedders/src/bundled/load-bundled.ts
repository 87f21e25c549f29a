import type { Engine } from '../local/engines.ts';
import { freeBytes } from '../local/free-bytes.ts';
import type { LoadedModel } from '../local/loaded-model.ts';
import type { NumericForm } from './minilm-graph.ts';
import { MiniLmModel } from './minilm-model.ts';
import type { ModelFiles } from './model-files.ts';
import { findSoundForm, type Probe } from './self-test.ts';
import { readTfjsWeights } from './tfjs-weights.ts';

export interface BundledSource {
  readonly kind: 'bundled';
  readonly files: ModelFiles;
  /** Numeric forms in the order in which they are tried. */
  readonly forms: readonly NumericForm[];
  readonly probes: readonly Probe[];
}

/** Loads the bundled model in the first numeric form that passes the self-test. */
export async function loadBundled(
  engine: Engine,
  { files, forms, probes }: BundledSource,
  threads: number,
): Promise<LoadedModel> {
  const weights = readTfjsWeights(files);
  const load = async (form: NumericForm) => {
    const model = await MiniLmModel.load(engine, weights, form, threads);
    return { model, embed: async (ids: readonly number[]) => (await model.run(ids)).vector };
  };
  const { model } = await findSoundForm(forms, load, probes);
  freeBytes(...[...weights.values()].map(({ quantised }) => quantised));
  return model;
}
