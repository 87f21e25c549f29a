import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { SHARED_MODEL, type Peer, type PeerContext, type RunningPeer } from './peer.ts';
import { startMcpServer } from './peer-mcp.ts';

/** basic-memory: notes in Markdown files, with an index in SQLite. */
export const basicMemory: Peer = {
  name: 'basic-memory',
  needs: { from: 'PyPI', packages: ['basic-memory==0.24.1'], python: 12 },
  vectors: 'shared',
  batch: 1,
  note: 'Each text is a note, by `write_note`; asked by `search_notes`, whose answer has titles without texts, so that an agent has to read on. Its floor of similarity, .55, was made for its own model and is 0 here. Words alone where the Python cannot load extensions of SQLite.',
  start,
};

async function start({ dataDir, packagesDir, modelUrl }: PeerContext): Promise<RunningPeer> {
  const python = join(packagesDir, 'bin', 'python3');
  const { pid, call, close } = await startMcpServer(python, [join(packagesDir, 'bin', 'basic-memory'), 'mcp'], {
    HOME: dataDir,
    BASIC_MEMORY_HOME: join(dataDir, 'notes'),
    BASIC_MEMORY_CONFIG_DIR: join(dataDir, 'config'),
    BASIC_MEMORY_SEMANTIC_EMBEDDING_PROVIDER: 'openai',
    BASIC_MEMORY_SEMANTIC_EMBEDDING_API_BASE: modelUrl,
    BASIC_MEMORY_SEMANTIC_EMBEDDING_API_KEY: 'none',
    BASIC_MEMORY_SEMANTIC_EMBEDDING_MODEL: SHARED_MODEL.name,
    BASIC_MEMORY_SEMANTIC_EMBEDDING_DIMENSIONS: String(SHARED_MODEL.dims),
    BASIC_MEMORY_SEMANTIC_MIN_SIMILARITY: '0',
  });
  const idByTitle = new Map<string, string>();
  return {
    pid,
    vectors: loadsExtensions(python) ? 'shared' : 'none',
    async add(items) {
      for (const { id, text } of items) {
        const title = id.replaceAll('/', ' ').replaceAll(':', '-');
        idByTitle.set(title, id);
        await call('write_note', { title, content: text, directory: 'messages' });
      }
    },
    settle: () => Promise.resolve(),
    async ask(query, limit) {
      const text = await call('search_notes', { query, page_size: limit });
      const titles = [...text.matchAll(/^### (.+)$/gm)].map(([, title]) => title!);
      return { ids: titles.map((title) => idByTitle.get(title) ?? title), text };
    },
    close,
  };
}

/** True if the Python was built with extensions of SQLite, which the search for meaning needs. */
const loadsExtensions = (python: string): boolean =>
  execFileSync(python, ['-c', 'import sqlite3; print(hasattr(sqlite3.Connection, "enable_load_extension"))'])
    .toString()
    .startsWith('True');
