import { parentPort, workerData } from 'node:worker_threads';
import { loadBundled, type BundledSource } from './bundled/load-bundled.ts';
import { FolderModel, type FolderSource } from './folder/folder-model.ts';
import { loadFirstEngine, type Engine } from './local/engines.ts';
import type { LoadedModel } from './local/loaded-model.ts';
import type { Answer, Group, ThreadSetup } from './local/model-thread.ts';

type Setup = ThreadSetup<BundledSource | FolderSource>;

/** Runs a model outside of the main thread: loads it, reports its numeric form, and then answers group by group. */
async function serveGroups(setup: Setup): Promise<void> {
  const { engine, problems } = await loadFirstEngine(setup.engines);
  const model = await loadModel(setup, engine);
  sendAnswer({ type: 'ready', form: model.form, engine: engine.name, problems });
  let running = Promise.resolve();
  parentPort!.on('message', (order: Group | 'end') => {
    running = running.then(async () =>
      order === 'end' ? parentPort!.close() : sendAnswer(await runGroup(model, order)),
    );
  });
}

const loadModel = ({ source, threads }: Setup, engine: Engine): Promise<LoadedModel> =>
  source.kind === 'bundled' ? loadBundled(engine, source, threads) : FolderModel.load(engine, source, threads);

async function runGroup(model: LoadedModel, group: Group): Promise<Answer> {
  try {
    const outputs = [];
    for (const ids of group.texts) outputs.push(await model.run(ids));
    return { type: 'done', outputs };
  } catch (error) {
    return { type: 'failed', problem: String(error) };
  }
}

const sendAnswer = (message: Answer): void => parentPort!.postMessage(message);

serveGroups(workerData as Setup).catch((error: unknown) => sendAnswer({ type: 'failed', problem: String(error) }));
