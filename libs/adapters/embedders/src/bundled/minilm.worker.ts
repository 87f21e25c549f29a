import { parentPort, workerData } from 'node:worker_threads';
import { firstEngine } from './engines.ts';
import { MiniLmModel } from './minilm-model.ts';
import type { Answer, Group, ThreadSetup } from './model-thread.ts';
import { firstSoundForm } from './self-test.ts';
import { readTfjsWeights } from './tfjs-weights.ts';

/** Runs the model off the main thread: loads it, says which numeric form is sound, then answers group by group. */
async function main(setup: ThreadSetup): Promise<void> {
  const model = await loadSound(setup);
  let running = Promise.resolve();
  parentPort!.on('message', (order: Group | 'end') => {
    running = running.then(async () => (order === 'end' ? parentPort!.close() : answer(await run(model, order))));
  });
}

async function loadSound({ files, engines, forms, probes, threads }: ThreadSetup): Promise<MiniLmModel> {
  const { engine, problems } = await firstEngine(engines);
  const weights = readTfjsWeights(files);
  const load = async (form: (typeof forms)[number]) => {
    const model = await MiniLmModel.load(engine, weights, form, threads);
    return { model, embed: async (ids: readonly number[]) => (await model.run(ids)).vector };
  };
  const { form, model, agreement } = await firstSoundForm(forms, load, probes);
  answer({ type: 'ready', form, engine: engine.name, problems, agreement });
  return model;
}

async function run(model: MiniLmModel, group: Group): Promise<Answer> {
  try {
    const outputs = [];
    for (const ids of group.texts) outputs.push(await model.run(ids));
    return { type: 'done', outputs };
  } catch (error) {
    return { type: 'failed', problem: String(error) };
  }
}

const answer = (message: Answer): void => parentPort!.postMessage(message);

main(workerData as ThreadSetup).catch((error: unknown) => answer({ type: 'failed', problem: String(error) }));
