// Driver of `bench:peers`: the memory of openclaw by its SDK for plugins, without its gateway. Runs as it is, in a process of its own.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveDriver, type DrivenItem } from './peer-driver.ts';

interface Found {
  readonly path: string;
}
interface Manager {
  sync(options: { reason: string }): Promise<void>;
  search(query: string, options: { maxResults: number; minScore: number }): Promise<readonly Found[]>;
}
interface Sdk {
  getActiveMemorySearchManager(of: object): Promise<{ manager: Manager | null; error?: string }>;
}

const [packagesDir = '', dataDir = '', modelUrl = ''] = process.argv.slice(2);
const workspace = join(dataDir, 'workspace');
const notes = join(workspace, 'memory');
mkdirSync(notes, { recursive: true });
const cfg = {
  agents: { defaults: { workspace } },
  memory: {
    search: { provider: 'openai', model: 'all-MiniLM-L6-v2', remote: { baseUrl: modelUrl, apiKey: 'none' } },
  },
};
// It reads its settings from a file, whose place it takes from the environment.
writeFileSync(process.env['OPENCLAW_CONFIG_PATH']!, JSON.stringify(cfg));

const sdk = join(packagesDir, 'node_modules', 'openclaw', 'dist', 'plugin-sdk', 'memory-host-search.js');
const { getActiveMemorySearchManager } = (await import(pathToFileURL(sdk).href)) as Sdk;
const { manager, error } = await getActiveMemorySearchManager({ cfg, agentId: 'main' });
if (!manager) throw new Error(error ?? 'openclaw has no memory');

const idByPath = new Map<string, string>();

async function add(items: readonly DrivenItem[]): Promise<void> {
  for (const { id, text } of items) {
    const name = `${id.replaceAll(/[^\w-]+/g, '-')}.md`;
    idByPath.set(`memory/${name}`, id);
    writeFileSync(join(notes, name), `${text}\n`);
  }
  await manager!.sync({ reason: 'bench' });
}

async function ask(query: string, limit: number) {
  const results = await manager!.search(query, { maxResults: limit, minScore: 0 });
  return { ids: results.map(({ path }) => idByPath.get(path) ?? path), text: JSON.stringify({ results }) };
}

await serveDriver({ add, ask });
