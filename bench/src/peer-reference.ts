import { join } from 'node:path';
import { z } from 'zod';
import type { Peer, PeerContext, RunningPeer } from './peer.ts';
import { startMcpServer } from './peer-mcp.ts';
import { askInWords, WORDS_TRIED } from './peer-words.ts';

const Found = z.object({ entities: z.array(z.object({ name: z.string() })) });

/** The reference memory server of the Model Context Protocol. */
export const referenceServer: Peer = {
  name: 'reference memory server',
  needs: { from: 'npm', packages: ['@modelcontextprotocol/server-memory@2026.8.31'] },
  vectors: 'none',
  batch: 100,
  note: `It finds texts that contain the whole question, which is none, so it is asked for the question and then for its ${WORDS_TRIED} longest words until one finds something. It ranks nothing and has no limit: the agent reads all that it found.`,
  start,
};

async function start({ dataDir, packagesDir }: PeerContext): Promise<RunningPeer> {
  const program = join(packagesDir, 'node_modules', '@modelcontextprotocol', 'server-memory', 'dist', 'index.js');
  const env = { MEMORY_FILE_PATH: join(dataDir, 'memory.jsonl') };
  const { pid, call, close } = await startMcpServer(process.execPath, [program], env);
  return {
    pid,
    async add(items) {
      const entities = items.map(({ id, text }) => ({ name: id, entityType: 'message', observations: [text] }));
      await call('create_entities', { entities });
    },
    settle: () => Promise.resolve(),
    ask: (question, limit) =>
      askInWords(question, async (query) => {
        const text = await call('search_nodes', { query });
        const names = Found.parse(JSON.parse(text)).entities.map(({ name }) => name);
        return { ids: names.slice(0, limit), text };
      }),
    close,
  };
}
