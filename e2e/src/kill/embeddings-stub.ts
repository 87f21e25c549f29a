import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import { requestListener } from '@cairn/testing';
import { randomOf } from './random.ts';

const DIMS = 256;

/**
 * OpenAI-compatible endpoint that takes no time: the vector of a text is the sum of its words' vectors, so a unique word finds
 * its text. With a real model, the kill test would measure the embedding. Each model name gives vectors that are unrelated to
 * those of any other name, in the same number of dimensions.
 */
export async function startEmbeddingsStub() {
  const server = createServer(
    requestListener(async (request, response) => {
      const { input, model } = JSON.parse(await bodyOf(request)) as { input: string[]; model: string };
      const data = input.map((text, index) => ({ index, embedding: vectorOf(text, model) }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settingsOf = (setting: string, model: string) => ({
    [setting]: 'openai',
    [`${setting}_URL`]: `http://127.0.0.1:${port}/v1`,
    [`${setting}_MODEL`]: model,
    [`${setting}_DIMS`]: String(DIMS),
  });
  return {
    env: settingsOf('CAIRN_EMBEDDER', 'words-summed'),
    /** Environment of a process that switches to another model. */
    nextEnv: settingsOf('CAIRN_NEXT_EMBEDDER', 'words-summed-anew'),
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

function vectorOf(text: string, model: string): number[] {
  const vectors = text
    .toLowerCase()
    .split(/\W+/)
    .map((word) => vectorOfWord(`${model} ${word}`));
  return Array.from({ length: DIMS }, (_, at) => vectors.reduce((total, vector) => total + vector[at]!, 0));
}

function vectorOfWord(word: string): number[] {
  const random = randomOf(createHash('sha256').update(word).digest().readUInt32LE());
  return Array.from({ length: DIMS }, () => Math.round((random() - 0.5) * 1_000));
}
