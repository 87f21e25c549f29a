import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import { requestListener } from '@cairn/testing';

const DIMS = 384;

/**
 * OpenAI-compatible provider whose model takes almost no time, so that a run measures everything else. A text's vector
 * is the normalised sum of its words' vectors: texts that share words are near each other.
 */
export async function startEmbeddingsStub() {
  const server = createServer(
    requestListener(async (request, response) => {
      const { input } = JSON.parse(await bodyOf(request)) as { input: string[] };
      const data = input.map((text, index) => ({ index, embedding: [...vectorOf(text)] }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      CAIRN_EMBEDDER: 'openai',
      CAIRN_EMBEDDER_URL: `http://127.0.0.1:${port}/v1`,
      CAIRN_EMBEDDER_MODEL: 'words-hashed',
      CAIRN_EMBEDDER_DIMS: String(DIMS),
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Vector with six digits per number, since the full text of a float has about twenty. */
export function vectorOf(text: string): Float64Array {
  const sum = new Float64Array(DIMS);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]) {
    const vector = vectorOfWord(word);
    for (let at = 0; at < DIMS; at++) sum[at]! += vector[at]!;
  }
  const length = Math.hypot(...sum);
  return sum.map((value) => Number((value / length).toFixed(6)));
}

const WORDS_MAX = 50_000;
const vectorsByWord = new Map<string, Int8Array>();

function vectorOfWord(word: string): Int8Array {
  const known = vectorsByWord.get(word);
  if (known) return known;
  const vector = new Int8Array(createHash('shake256', { outputLength: DIMS }).update(word).digest());
  if (vectorsByWord.size < WORDS_MAX) vectorsByWord.set(word, vector);
  return vector;
}
