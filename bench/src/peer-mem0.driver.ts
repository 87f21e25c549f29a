// Driver of `bench:peers`: the open source part of mem0, with its own stores in files. Runs as it is, in a process of its own.
import { createRequire } from 'node:module';
import { serveDriver, type DrivenItem } from './peer-driver.ts';

interface Found {
  readonly results: readonly { readonly memory: string }[];
}
interface Memory {
  add(text: string, options: { userId: string; infer: boolean; metadata: object }): Promise<unknown>;
  search(query: string, options: { filters: { user_id: string }; topK: number }): Promise<Found>;
}

const [packagesDir = '', dataDir = '', modelUrl = ''] = process.argv.slice(2);
const USER = 'bench';
const { Memory } = createRequire(`${packagesDir}/`)('mem0ai/oss') as { Memory: new (options: object) => Memory };
const model = { apiKey: 'none', baseURL: modelUrl };
const memory = new Memory({
  embedder: { provider: 'openai', config: { ...model, model: 'all-MiniLM-L6-v2', embeddingDims: 384 } },
  vectorStore: {
    provider: 'memory',
    config: { collectionName: 'bench', dimension: 384, dbPath: `${dataDir}/vectors.db` },
  },
  llm: { provider: 'openai', config: { ...model, model: 'none' } },
  historyDbPath: `${dataDir}/history.db`,
});
const idByText = new Map<string, string>();

/** Stores texts as they are; the interface takes one a call. */
async function add(items: readonly DrivenItem[]): Promise<void> {
  for (const { id, text } of items) {
    idByText.set(text, id);
    await memory.add(text, { userId: USER, infer: false, metadata: {} });
  }
}

async function ask(query: string, limit: number) {
  const found = await memory.search(query, { filters: { user_id: USER }, topK: limit });
  const ids = found.results.map((hit) => idByText.get(hit.memory) ?? hit.memory);
  return { ids, text: JSON.stringify(found) };
}

await serveDriver({ add, ask });
