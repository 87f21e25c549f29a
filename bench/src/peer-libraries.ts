import { join, resolve } from 'node:path';
import { startDriver } from './peer-process.ts';
import type { Peer, PeerContext } from './peer.ts';

/** Drivers lie in the sources; every bench runs in the root of the repository. */
const driver = (name: string): string => resolve('bench', 'src', name);

export const sqliteAlone = {
  name: 'FTS5 + sqlite-vec',
  needs: { from: 'npm', packages: ['sqlite-vec@0.1.9'] },
  vectors: 'shared',
  batch: 100,
  note: 'No memory system: SQLite in a hundred lines. BM25 of any word and nearest vectors, 50 each, fused by rank.',
  start: ({ dataDir, packagesDir, modelUrl }: PeerContext) =>
    startDriver(process.execPath, [
      ...['--no-warnings', driver('peer-sqlite.driver.ts')],
      ...[packagesDir, join(dataDir, 'store.db'), modelUrl],
    ]),
} satisfies Peer;

export const mem0: Peer = {
  name: 'mem0, open source, infer off',
  needs: {
    from: 'npm',
    packages: ['mem0ai@3.3.1', 'better-sqlite3@13.2.0', 'compromise@14.17.0'],
    withoutPeers: true,
  },
  vectors: 'shared',
  batch: 100,
  note: 'Texts are stored as they are; with a language model, which is not here, it would extract facts from them. Stores in local files (its `memory` vector store), on better-sqlite3 13, since the 12 that it asks for aborts on this Node.',
  start: ({ dataDir, packagesDir, modelUrl }: PeerContext) =>
    startDriver(process.execPath, ['--no-warnings', driver('peer-mem0.driver.ts'), packagesDir, dataDir, modelUrl], {
      MEM0_TELEMETRY: 'false',
      HOME: dataDir,
    }),
};

export const chroma: Peer = {
  name: 'Chroma',
  needs: { from: 'PyPI', packages: ['chromadb==1.5.9'] },
  vectors: 'shared',
  batch: 100,
  note: 'A vector store in Python, as a library with a folder. Vectors alone, by HNSW and cosine.',
  start: ({ dataDir, packagesDir, modelUrl }: PeerContext) =>
    startDriver(join(packagesDir, 'bin', 'python3'), [driver('peer-chroma.driver.py'), dataDir, modelUrl]),
};

export const openclaw: Peer = {
  name: 'openclaw, its memory',
  needs: { from: 'npm', packages: ['openclaw@2026.9.6', 'sqlite-vec@0.1.9'] },
  vectors: 'shared',
  batch: 100,
  note: 'Each text is a Markdown file of its workspace; asked by the SDK for its plugins, without its gateway. Its floor of scores, .35, is 0 here, since it drops what only words find.',
  start: ({ dataDir, packagesDir, modelUrl }: PeerContext) =>
    startDriver(
      process.execPath,
      ['--no-warnings', driver('peer-openclaw.driver.ts'), packagesDir, dataDir, modelUrl],
      {
        HOME: dataDir,
        OPENCLAW_STATE_DIR: join(dataDir, 'state'),
        OPENCLAW_CONFIG_PATH: join(dataDir, 'openclaw.json'),
      },
    ),
};
