import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '@cairn/testing/free-port';
import type { Peer, PeerContext, RunningPeer } from './peer.ts';
import { askInWords, WORDS_TRIED } from './peer-words.ts';

const PROJECT = 'bench';
const PAUSE_MS = 100;
const START_MS = 120_000;

const Saved = z.object({ id: z.number() });
const Found = z.object({ content: z.array(z.object({ text: z.string() })) });

/** The store of claude-mem behind its own HTTP server. */
export const claudeMem: Peer = {
  name: 'claude-mem, its store',
  needs: { from: 'npm', packages: ['claude-mem@13.25.3', 'bun@1.4.5'], withoutPeers: true },
  vectors: 'none',
  batch: 1,
  note: `Each text is saved by hand; a language model, which is not here, would write observations of its own. Its vectors come from a Chroma that it downloads when it starts, so they are off. It wants all words of a question in one text, so it is asked for the question and then for its ${WORDS_TRIED} longest words until one finds something. An answer has titles without texts.`,
  start,
};

async function start({ dataDir, packagesDir }: PeerContext): Promise<RunningPeer> {
  const port = await freePort();
  const packages = join(packagesDir, 'node_modules');
  const bun = join(packages, '@oven', `bun-${process.platform}-${process.arch}`, 'bin', 'bun');
  const child = spawn(bun, [join(packages, 'claude-mem', 'plugin', 'scripts', 'worker-service.cjs'), '--daemon'], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: dataDir,
      CLAUDE_MEM_DATA_DIR: join(dataDir, 'data'),
      CLAUDE_MEM_WORKER_HOST: '127.0.0.1',
      CLAUDE_MEM_WORKER_PORT: String(port),
      CLAUDE_MEM_CHROMA_ENABLED: 'false',
    },
  });
  const failure = once(child, 'error').then(([error]) => Promise.reject(error as Error));
  const url = `http://127.0.0.1:${port}/api`;
  await Promise.race([untilReady(`${url}/readiness`), failure]);

  const itemIds = new Map<string, string>();
  return {
    pid: child.pid,
    async add(items) {
      for (const { id, text } of items) {
        const saved = await call(`${url}/memory/save`, { text, title: id, project: PROJECT });
        itemIds.set(String(Saved.parse(saved).id), id);
      }
    },
    settle: () => Promise.resolve(),
    ask: (question, limit) =>
      askInWords(question, async (query) => {
        const asked = new URLSearchParams({ query, limit: String(limit), project: PROJECT, type: 'observations' });
        const { content } = Found.parse(await call(`${url}/search?${asked}`));
        const text = content.map((part) => part.text).join('\n');
        const ids = [...text.matchAll(/^\| #(\d+) /gm)].map(([, id]) => itemIds.get(id!) ?? id!);
        return { ids, text };
      }),
    async close() {
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    },
  };
}

async function untilReady(url: string): Promise<void> {
  const started = performance.now();
  for (;;) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (performance.now() - started > START_MS) throw new Error('its server is not ready after two minutes');
    await delay(PAUSE_MS);
  }
}

async function call(url: string, body?: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, body && { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`it answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
