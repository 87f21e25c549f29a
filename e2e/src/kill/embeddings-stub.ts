import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import { randomOf } from './random.ts';

const DIMS = 256;

/**
 * An OpenAI-compatible endpoint that needs no time: the vector of a text is the sum of its words', so that a word which
 * only one text holds finds that text. With a model, the worker would be what the kill test measures.
 */
export async function startEmbeddingsStub() {
  const server = createServer(async (request, response) => {
    const { input } = JSON.parse(await bodyOf(request)) as { input: string[] };
    const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      CAIRN_EMBEDDER: 'openai',
      CAIRN_EMBEDDER_URL: `http://127.0.0.1:${port}/v1`,
      CAIRN_EMBEDDER_MODEL: 'words-summed',
      CAIRN_EMBEDDER_DIMS: String(DIMS),
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

function vectorOf(text: string): number[] {
  const vectors = text.toLowerCase().split(/\W+/).map(vectorOfWord);
  return Array.from({ length: DIMS }, (_, at) => vectors.reduce((total, vector) => total + vector[at]!, 0));
}

function vectorOfWord(word: string): number[] {
  const random = randomOf(createHash('sha256').update(word).digest().readUInt32LE());
  return Array.from({ length: DIMS }, () => Math.round((random() - 0.5) * 1_000));
}
